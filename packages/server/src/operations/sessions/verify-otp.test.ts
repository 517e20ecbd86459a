import { generatePrivateKey } from '@mintmark/stamper';
import { sealOtp } from '@mintmark/stamper/bundles';
import { verifyVerificationToken } from '@mintmark/stamper/tokens';
import { patience } from '@mintmark/testing/patience';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { claimsOf, startPasscodeService } from '../../../test/passcodes.ts';
import type { Actor } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const start = Date.now();
let passedMs = 0;
const passcodes = await startPasscodeService({ clock: () => new Date(start + passedMs) });
const { service, init, codeOf, tryCode } = passcodes;
afterAll(() => service[Symbol.asyncDispose]());

const features = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'];
const newTop = async () => (await addOrganization(service, { features }))[0];
let contacts = 0;
const newContact = () => `user-${++contacts}@example.com`;
const client = generatePrivateKey('p256');
const rowOf = async (otpId: string) => {
  const [row] = await service.database.query((sql) => sql`select tries, used_at from passcodes where id = ${otpId}`);
  return row;
};
/** A passcode that was sent, with its code. */
async function send(by: Actor, contact = newContact(), more = {}) {
  const requested = await init(by, contact, more);
  return { contact, requested, code: await codeOf(contact) };
}
/** A code that is not this one. */
const wrong = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1);

test('default: a token for the contact, bound to the key of the client', async () => {
  const root = await newTop();
  const { contact, requested, code } = await send(root);
  const { verificationToken } = resultOf(await tryCode(root, requested, code, client));
  const now = () => start + passedMs;
  const verdict = await verifyVerificationToken(verificationToken, service.services.tokenKeys.otp.trusted, { now });
  expect(verdict).toEqual({
    ok: true,
    claims: {
      exp: Math.floor(now() / 1000) + 3600,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: root.organizationId,
      verification_type: 'OTP_TYPE_EMAIL',
      contact,
      public_key: client.publicKey.hex,
    },
  });
});

test('args: the lifetime of the token; the code as people type it; an id in upper case', async () => {
  const root = await newTop();
  const { requested, code } = await send(root, '+14155550123');
  const typed = ` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const more = { expirationSeconds: '86400', otpId: requested.otpId.toUpperCase() };
  const { verificationToken } = resultOf(await tryCode(root, requested, typed, client, more));
  expect(claimsOf(verificationToken)).toMatchObject({
    exp: Math.floor((start + passedMs) / 1000) + 86_400,
    verification_type: 'OTP_TYPE_SMS',
  });
});

test('behavior: the right code, several times at the same time in the same body, takes one try', async () => {
  const root = await newTop();
  const { requested, code } = await send(root);
  const signerPublicKey = service.services.tokenKeys.otp.publicKey;
  const attempt = { otpCode: code, publicKey: client.publicKey.hex };
  const encryptedOtpBundle = await sealOtp(attempt, { ...requested, signerPublicKey });
  const parameters = { otpId: requested.otpId, encryptedOtpBundle };
  const timestampMs = String(start + passedMs);
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => service.submit(root, 'verify_otp', parameters, { timestampMs })),
  );
  expect(new Set(replies.map((reply) => resultOf(reply).verificationToken)).size).toBe(1);
  expect(await rowOf(requested.otpId)).toMatchObject({ tries: 1 });
});

test('behavior: the parent may submit it in a sub-organization', async () => {
  const contact = newContact();
  const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
  const byParent = { ...service.root, organizationId: sub.organizationId };
  const { requested, code } = await send(byParent, contact);
  const { verificationToken } = resultOf(await tryCode(byParent, requested, code, client));
  expect(claimsOf(verificationToken)).toMatchObject({ organization_id: sub.organizationId });
});

describe('tries', () => {
  test('error: a wrong code, then the right one', async () => {
    const root = await newTop();
    const { requested, code } = await send(root);
    for (let count = 0; count < 2; count++) {
      const reply = await tryCode(root, requested, wrong(code), client);
      expect(refusalOf(reply)).toEqual([400, 'INVALID_OTP_CODE']);
      expect(reply.json.message).toBe('Invalid OTP code');
    }
    resultOf(await tryCode(root, requested, code, client));
    expect(await rowOf(requested.otpId)).toMatchObject({ tries: 3, usedAt: expect.any(Date) });
  });

  test('error: the right code after three wrong ones', async () => {
    const root = await newTop();
    const { requested, code } = await send(root);
    for (let count = 0; count < 3; count++) await tryCode(root, requested, wrong(code), client);
    const reply = await tryCode(root, requested, code, client);
    expect(refusalOf(reply)).toEqual([400, 'INVALID_OTP_CODE']);
    expect(reply.json.message).toBe('Invalid OTP code: it was tried three times');
    expect(await rowOf(requested.otpId)).toMatchObject({ tries: 3, usedAt: null });
  });

  test('behavior: of 100 guesses at the same time, three are judged', { timeout: patience }, async () => {
    const root = await newTop();
    const { requested, code } = await send(root);
    let judged = 0;
    const { macs } = service.services;
    const keyedHash = macs.keyedHash.bind(macs);
    macs.keyedHash = (purpose, parts) => {
      if (purpose === 'passcode') judged++;
      return keyedHash(purpose, parts);
    };
    const guesses = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(9, '2'));
    const replies = await Promise.all(guesses.map((guess) => tryCode(root, requested, guess, client)));
    macs.keyedHash = keyedHash;
    const words = Map.groupBy(replies, ({ status, json }) => `${status} ${json.message}`);
    const counts = Object.fromEntries([...words].map(([said, { length }]) => [said, length]));
    expect(counts).toEqual({ '400 Invalid OTP code': 3, '400 Invalid OTP code: it was tried three times': 97 });
    expect(judged).toBe(3);
    console.log(`100 guesses at the same time: ${JSON.stringify(counts)}, ${judged} judged`);
    expect(refusalOf(await tryCode(root, requested, code, client))).toEqual([400, 'INVALID_OTP_CODE']);
    expect(await rowOf(requested.otpId)).toMatchObject({ tries: 3, usedAt: null });
  });

  test('behavior: the right code three times at the same time gives one token', async () => {
    const root = await newTop();
    const { requested, code } = await send(root);
    const replies = await Promise.all(Array.from({ length: 3 }, () => tryCode(root, requested, code, client)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});

describe('refusals', () => {
  test('error: each is INVALID_OTP_CODE with its own words', async () => {
    const root = await newTop();
    const [used, expired] = [await send(root), await send(root, newContact(), { expirationSeconds: '60' })];
    resultOf(await tryCode(root, used.requested, used.code, client));
    passedMs += 60_000;
    const nobody = { ...used.requested, otpId: root.userId };
    const sub = await addSubOrganization(service, 'Ada');
    const elsewhere = { ...sub, organizationId: sub.organizationId };
    const cases = [
      ['it was already used', root, used.requested, used.code],
      ['it has expired', root, expired.requested, expired.code],
      ['there is no such passcode', root, nobody, used.code],
      ['there is no such passcode', elsewhere, used.requested, used.code],
    ] as const;
    for (const [why, by, requested, code] of cases) {
      const reply = await service.submit(by, 'verify_otp', {
        otpId: requested.otpId,
        encryptedOtpBundle: await sealedFor(used.requested, code),
      });
      expect([...refusalOf(reply), reply.json.message]).toEqual([400, 'INVALID_OTP_CODE', `Invalid OTP code: ${why}`]);
    }
  });

  test('error: a bundle that is malformed, or sealed to another passcode', async () => {
    const root = await newTop();
    const [one, other] = [await send(root), await send(root)];
    const { otpId } = one.requested;
    for (const encryptedOtpBundle of ['{}', 'x', await sealedFor(other.requested, one.code)])
      expect(refusalOf(await service.submit(root, 'verify_otp', { otpId, encryptedOtpBundle }))).toEqual([
        400,
        'INVALID_OTP_BUNDLE',
      ]);
    expect(await rowOf(otpId)).toMatchObject({ tries: 3 });
  });

  test('error: a user without rights counts no try', async () => {
    const root = await newTop();
    const user = await addUser(service, root);
    const { requested, code } = await send(root);
    expect(refusalOf(await tryCode(user, requested, code, client))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    expect(await rowOf(requested.otpId)).toMatchObject({ tries: 0 });
  });

  /** What a client seals that only reads the key of a bundle. */
  async function sealedFor(requested: Awaited<ReturnType<typeof init>>, otpCode: string): Promise<string> {
    const signerPublicKey = service.services.tokenKeys.otp.publicKey;
    return sealOtp({ otpCode, publicKey: client.publicKey.hex }, { ...requested, signerPublicKey });
  }
});

describe('version 1', () => {
  const type = { type: 'ACTIVITY_TYPE_VERIFY_OTP' };
  const publicKey = client.publicKey.hex;

  test('error: unless the operator has enabled it', async () => {
    const root = await newTop();
    const { requested, code } = await send(root);
    const parameters = { otpId: requested.otpId, otpCode: code, publicKey };
    expect(refusalOf(await service.submit(root, 'verify_otp', parameters, type))).toEqual([
      400,
      'ACTIVITY_TYPE_DISABLED',
    ]);
    expect(await rowOf(requested.otpId)).toMatchObject({ tries: 0 });
  });

  test('behavior: enabled, it takes the code as it is', async () => {
    const enabled = await startPasscodeService({ allowsOtpV1: true });
    await using old = enabled.service;
    const [root] = await addOrganization(old, { features });
    const contact = newContact();
    const { otpId } = await enabled.init(root, contact);
    const otpCode = await enabled.codeOf(contact);
    const verify = (parameters: object) => old.submit(root, 'verify_otp', { otpId, ...parameters }, type);
    expect(refusalOf(await verify({ otpCode }))).toEqual([400, 'INVALID_PUBLIC_KEY']);
    expect(refusalOf(await verify({ otpCode: wrong(otpCode), publicKey }))).toEqual([400, 'INVALID_OTP_CODE']);
    const { json } = await verify({ otpCode, publicKey });
    expect(json.activity.intent).toHaveProperty('verifyOtpIntent');
    expect(claimsOf(json.activity.result.verifyOtpResult.verificationToken)).toMatchObject({ public_key: publicKey });
  });
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
