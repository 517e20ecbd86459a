import { createHmac, randomUUID } from 'node:crypto';
import { examples } from '@mintmark/schema';
import { generatePrivateKey } from '@mintmark/stamper';
import {
  buildLoginMessage,
  buildSignupMessage,
  createP256Signer,
  signClientMessage,
  signVerificationToken,
} from '@mintmark/stamper/tokens';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { claimsOf, type HeldToken, signLogin, startPasscodeService } from '../../../test/passcodes.ts';
import { type Actor, newKey, type Reply } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const passcodes = await startPasscodeService();
const { service, obtainToken } = passcodes;
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { otp } = service.services.tokenKeys;

const features = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'];
let contacts = 0;
const newContact = () => `user-${++contacts}@example.com`;
const inSub = (sub: Actor): Actor => ({ ...service.root, organizationId: sub.organizationId });

/** Logs in with a token and a new session key. */
async function logIn(by: Actor, token: HeldToken, more: object = {}, key = newKey()): Promise<Reply> {
  const clientSignature = await signLogin(token, key.publicKey);
  const { verificationToken } = token;
  return submit(by, 'otp_login', { verificationToken, publicKey: key.publicKey, clientSignature, ...more });
}
const userOf = async ({ organizationId, userId }: Actor) => {
  const [row] = await service.database.query(
    (sql) => sql`
      select email_verified, phone_number_verified from users
      where organization_id = ${organizationId} and id = ${userId}`,
  );
  return row;
};

test('default: the session key of the user with the contact stamps, and the contact is verified', async () => {
  const contact = newContact();
  const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
  const token = await obtainToken(inSub(sub), contact);
  const key = newKey();
  expect(await userOf(sub)).toMatchObject({ emailVerified: false });
  expect(resultOf(await logIn(inSub(sub), token, {}, key))).toHaveProperty('session');
  expect((await ask({ ...sub, ...key }, 'whoami')).json).toMatchObject({ userId: sub.userId });
  expect(await userOf(sub)).toMatchObject({ emailVerified: true, phoneNumberVerified: false });
});

test('behavior: a token of the parent works in a sub-organization, by SMS too, and logs in users of a top-level organization', async () => {
  const phone = '+14155550123';
  const sub = await addSubOrganization(service, 'Ada', { userPhoneNumber: phone });
  resultOf(await submit(service.root, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' }));
  resultOf(await logIn(inSub(sub), await obtainToken(service.root, phone)));
  expect(await userOf(sub)).toMatchObject({ emailVerified: false, phoneNumberVerified: true });
  const [root] = await addOrganization(service, { features });
  const contact = newContact();
  const user = await addUser(service, root, { userEmail: contact });
  const key = newKey();
  resultOf(await logIn(root, await obtainToken(root, contact), {}, key));
  expect((await ask({ ...user, ...key }, 'whoami')).json).toMatchObject({ userId: user.userId });
});

test('args: a session profile of the parent', async () => {
  const contact = newContact();
  const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
  const { sessionProfileId } = resultOf(await submit(service.root, 'create_session_profile', examples.sessionProfile));
  const key = newKey();
  resultOf(await logIn(inSub(sub), await obtainToken(inSub(sub), contact), { sessionProfileId }, key));
  const { apiKeys } = (await ask(sub, 'get_api_keys', { userId: sub.userId })).json;
  const credential = { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_LOGIN', sessionProfileId };
  expect(apiKeys).toContainEqual(expect.objectContaining({ credential }));
});

test('behavior: a user whose contact is verified goes before others', async () => {
  const [root] = await addOrganization(service, { features });
  const contact = newContact();
  const user = await addUser(service, root, { userEmail: contact });
  resultOf(await logIn(root, await obtainToken(root, contact)));
  await addUser(service, root, { userEmail: contact });
  const key = newKey();
  resultOf(await logIn(root, await obtainToken(root, contact), {}, key));
  expect((await ask({ ...user, ...key }, 'whoami')).json).toMatchObject({ userId: user.userId });
});

describe('tokens', () => {
  test('error: a used token, a repetition of the same bytes excepted', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(service.root, contact);
    const first = await logIn(inSub(sub), token);
    resultOf(first);
    expect((await service.send(inSub(sub), 'otp_login', first.body)).json).toEqual(first.json);
    const second = await logIn(inSub(sub), token);
    expect([...refusalOf(second), second.json.message]).toEqual([
      400,
      'INVALID_VERIFICATION_TOKEN',
      'invalid verification token: it was already used',
    ]);
  });

  test('behavior: of two logins racing on one token, exactly one wins, also in two organizations', async () => {
    const contact = newContact();
    const subs = [
      await addSubOrganization(service, 'Ada', { userEmail: contact }),
      await addSubOrganization(service, 'Ada', { userEmail: contact }),
    ];
    for (const places of [[subs[0], subs[0]], subs] as Actor[][]) {
      const token = await obtainToken(service.root, contact);
      const replies = await Promise.all(places.map((sub) => logIn(inSub(sub), token)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(replies.map(({ error }) => error).toSorted()).toEqual(['INVALID_VERIFICATION_TOKEN', undefined]);
    }
  });

  test('behavior: a token stays usable if the login is refused', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(service.root, contact);
    const sessionProfileId = sub.userId;
    expect(refusalOf(await logIn(inSub(sub), token, { sessionProfileId }))).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
    resultOf(await logIn(inSub(sub), token));
  });

  test('behavior: those that expired more than an hour ago are forgotten', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const { organizationId } = sub;
    const [longAgo, recent] = [randomUUID(), randomUUID()];
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await service.database.query(
      (sql) => sql`
        insert into used_tokens ${sql([
          { organizationId, id: longAgo, expiresAt: minutesAgo(61) },
          { organizationId, id: recent, expiresAt: minutesAgo(59) },
        ])}`,
    );
    const token = await obtainToken(inSub(sub), contact);
    resultOf(await logIn(inSub(sub), token));
    const known = await service.database.query(
      (sql) => sql`select id from used_tokens where organization_id = ${organizationId} order by expires_at`,
    );
    expect(known).toEqual([{ id: recent }, { id: claimsOf(token.verificationToken).id }]);
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = () => Math.floor(Date.now() / 1000);

  /** Forged and misused tokens: each gets the claims of a good one. */
  const forgeries: Record<string, (claims: ReturnType<typeof claimsOf>) => string | Promise<string>> = {
    'alg none': (claims) => `${encode({ alg: 'none', typ: 'JWT', kid: otp.kid })}.${encode(claims)}.AA`,
    'HS256 with our public key': (claims) => {
      const content = `${encode({ alg: 'HS256', typ: 'JWT', kid: otp.kid })}.${encode(claims)}`;
      const secret = Buffer.from(otp.publicKey, 'hex');
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    },
    'signed by another key': (claims) =>
      signVerificationToken(claims, { kid: otp.kid, ...createP256Signer(generatePrivateKey('p256').toApiKey()) }),
    'signed by our key for sessions': (claims) => signVerificationToken(claims, service.services.tokenKeys.notarizer),
    'signed by our key for sessions, under the name of ours': (claims) =>
      signVerificationToken(claims, { ...service.services.tokenKeys.notarizer, kid: otp.kid }),
    expired: (claims) => signVerificationToken({ ...claims, exp: now() }, otp),
    'of another organization': (claims) =>
      signVerificationToken({ ...claims, organization_id: service.root.userId }, otp),
    'with a later expiry': async (claims) => {
      const [header, , signature] = (await signVerificationToken(claims, otp)).split('.');
      return `${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`;
    },
  };
  const wordsOf: Readonly<Record<string, string>> = {
    'alg none': 'token.header.alg is not ES256',
    'HS256 with our public key': 'token.header.alg is not ES256',
    'signed by another key': 'token.signature does not verify',
    'signed by our key for sessions': 'token.header.kid is not a trusted key id',
    'signed by our key for sessions, under the name of ours': 'token.signature does not verify',
    expired: 'it has expired',
    'of another organization': 'it was issued for another organization',
    'with a later expiry': 'token.signature does not verify',
  };

  test.each(Object.entries(forgeries))('error: %s', async (name, forge) => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(service.root, contact);
    const forged = { ...token, verificationToken: await forge(claimsOf(token.verificationToken)) };
    const before = await readTables(service.database);
    const reply = await logIn(inSub(sub), forged);
    expect([...refusalOf(reply), reply.json.message]).toEqual([
      400,
      'INVALID_VERIFICATION_TOKEN',
      `invalid verification token: ${wordsOf[name]}`,
    ]);
    expect(await readTables(service.database)).toEqual(before);
  });

  test('error: the token of a sub-organization in another one, and in the parent', async () => {
    const contact = newContact();
    const one = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const other = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(inSub(one), contact);
    for (const by of [inSub(other), service.root])
      expect(refusalOf(await logIn(by, token))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
    resultOf(await logIn(inSub(one), token));
  });
});

describe('client signatures', () => {
  const other = generatePrivateKey('p256');
  const signed = (message: string, key = other) => signClientMessage(message, createP256Signer(key.toApiKey()));

  /** What is wrong with a signature: each gets the token, its client and the session key. */
  const wrongs: Record<string, (token: HeldToken, id: string, sessionKey: string) => Promise<object>> = {
    'by another key': (_, id, sessionKey) => signed(buildLoginMessage(id, sessionKey)),
    'by another key in the name of the right one': async ({ client }, id, sessionKey) => ({
      ...(await signed(buildLoginMessage(id, sessionKey))),
      publicKey: client.publicKey.hex,
    }),
    'for another session key': ({ client }, id) => signed(buildLoginMessage(id, newKey().publicKey), client),
    'for another token': ({ client }, _, sessionKey) =>
      signed(buildLoginMessage(other.publicKey.hex, sessionKey), client),
    'for a sign-up': ({ client }, id) => signed(buildSignupMessage(id, {}), client),
    'over another message': async ({ client }, id, sessionKey) => {
      const message = buildLoginMessage(id, sessionKey);
      return { ...(await signed(message, client)), message: `${message} ` };
    },
  };

  test.each(Object.entries(wrongs))('error: %s', async (_, sign) => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(service.root, contact);
    const { publicKey } = newKey();
    const clientSignature = await sign(token, claimsOf(token.verificationToken).id, publicKey);
    const before = await readTables(service.database);
    const reply = await logIn(inSub(sub), token, { clientSignature, publicKey });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_CLIENT_SIGNATURE']);
    expect(reply.json.message).toMatch(/^invalid client signature: clientSignature\./);
    expect(await readTables(service.database)).toEqual(before);
    resultOf(await logIn(inSub(sub), token));
  });
});

describe('refusals', () => {
  test('error: no user with the contact, two of them, an unverified other spelling', async () => {
    const [root] = await addOrganization(service, { features });
    const contact = newContact();
    expect(refusalOf(await logIn(root, await obtainToken(root, contact)))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await addUser(service, root, { userEmail: contact.toUpperCase() });
    expect(refusalOf(await logIn(root, await obtainToken(root, contact)))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (let count = 0; count < 2; count++) await addUser(service, root, { userEmail: contact });
    expect(refusalOf(await logIn(root, await obtainToken(root, contact)))).toEqual([400, 'AMBIGUOUS_CONTACT']);
  });

  test('error: a sub-organization that has switched the method off, with a token of its parent', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    resultOf(await submit(sub, 'remove_organization_feature', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' }));
    const token = await obtainToken(service.root, contact);
    expect(refusalOf(await logIn(inSub(sub), token))).toEqual([400, 'OTP_DISABLED']);
  });

  test('error: a session key that is not on the curve, or belongs to another user', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const token = await obtainToken(service.root, contact);
    const publicKey = `02${'f'.repeat(64)}`;
    expect(refusalOf(await logIn(inSub(sub), token, { publicKey }))).toEqual([400, 'INVALID_PUBLIC_KEY']);
    const taken = { ...newKey(), publicKey: sub.publicKey };
    expect(refusalOf(await logIn(inSub(sub), token, {}, taken))).toEqual([409, 'ALREADY_EXISTS']);
  });

  test('error: a user without rights', async () => {
    const contact = newContact();
    const [root] = await addOrganization(service, { features });
    const user = await addUser(service, root, { userEmail: contact });
    const token = await obtainToken(root, contact);
    expect(refusalOf(await logIn(user, token))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});

describe('version 1', () => {
  const type = { type: 'ACTIVITY_TYPE_OTP_LOGIN' };

  test('error: unless the operator has enabled it', async () => {
    const contact = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: contact });
    const { verificationToken, client } = await obtainToken(service.root, contact);
    const parameters = { verificationToken, publicKey: client.publicKey.hex };
    expect(refusalOf(await submit(inSub(sub), 'otp_login', parameters, type))).toEqual([400, 'ACTIVITY_TYPE_DISABLED']);
  });

  test('behavior: enabled, it needs a client signature only for another session key than the token names', async () => {
    const enabled = await startPasscodeService({ allowsOtpV1: true });
    await using old = enabled.service;
    const contact = newContact();
    const { organizationId } = await addSubOrganization(old, 'Ada', { userEmail: contact });
    const by = { ...old.root, organizationId };
    const logInV1 = ({ verificationToken }: HeldToken, publicKey: string, more: object = {}) =>
      old.submit(by, 'otp_login', { verificationToken, publicKey, ...more }, type);
    const token = await enabled.obtainToken(by, contact);
    const { publicKey } = newKey();
    expect(refusalOf(await logInV1(token, publicKey))).toEqual([400, 'INVALID_CLIENT_SIGNATURE']);
    const badSignature = await signLogin(token, newKey().publicKey);
    expect(refusalOf(await logInV1(token, publicKey, { clientSignature: badSignature }))).toEqual([
      400,
      'INVALID_CLIENT_SIGNATURE',
    ]);
    const own = await logInV1(token, token.client.publicKey.hex);
    expect(own.json.activity.result).toHaveProperty('otpLoginResult');
    expect(own.json.activity.intent).toHaveProperty('otpLoginIntent');
    const next = await enabled.obtainToken(by, contact);
    resultOf(await logInV1(next, publicKey, { clientSignature: await signLogin(next, publicKey) }));
  });
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
