import { generatePrivateKey } from '@mintmark/stamper';
import { sealOtp } from '@mintmark/stamper/bundles';
import { buildSignupMessage, createP256Signer, signClientMessage } from '@mintmark/stamper/tokens';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { newAddress, sendBytes, stampFor } from '../../../test/exchange.ts';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { claimsOf, type PasscodeService, startPasscodeService } from '../../../test/passcodes.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { defaultLimits } from '../../core/ports/usage-limits.ts';
import { Outbox } from '../../delivery/outbox/outbox.ts';
import { kinds } from '../../operations/kinds.ts';
import { createApp } from '../../runtime/app.ts';
import { openDatabase } from '../../storage/store/database.ts';
import { usersTable } from '../users/users-table.ts';

const minute = 60_000;
const refused = [429, 'MAX_OTP_INITIATED'];
const start = Date.now();
let passedMs = 0;
const clock = () => new Date(start + passedMs);
const passcodes = await startPasscodeService({ clock });
const { service, mails, texts, codeOf } = passcodes;
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  passedMs = 0;
});
const { root, submit } = service;
resultOf(await submit(root, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' }));

let people = 0;
const newEmail = () => `person-${++people}@example.com`;
const requestFor = (contact: string) => ({
  otpType: contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL',
  contact,
});

/** Asks for a code as a stranger. */
function askAs(address: string, contact: string, of: PasscodeService = passcodes) {
  // At the same moment, it would be the same activity.
  passedMs++;
  return askProxy(of.service, 'otp_init_v2', requestFor(contact), {}, address);
}

/** Asks for a code with a stamp. */
async function askWith(key: Pick<Actor, 'stamper'>, contact: string, address = newAddress()) {
  const body = JSON.stringify(requestFor(contact));
  passedMs++;
  return askProxy(service, 'otp_init_v2', body, await stampFor(key, Buffer.from(body)), address);
}

/** Signs up with a contact that nobody has verified. */
async function signUpUnverified(contact: string, address = newAddress()): Promise<Actor> {
  const { apiKey, ...key } = newKey();
  const contacts = contact.startsWith('+') ? { userPhoneNumber: contact } : { userEmail: contact };
  const request = { ...nobody, ...contacts, userName: 'Mallory', apiKeys: [apiKey] };
  const { json } = await askProxy(service, 'signup_v2', request, {}, address);
  return { ...key, organizationId: json.organizationId, userId: json.userId };
}

/** Signs up with a verified contact and a key, which may expire. */
async function signUpVerified(contact: string, expires: object = {}): Promise<Actor> {
  const client = generatePrivateKey('p256');
  const { otpId, otpEncryptionTargetBundle } = (await askAs(newAddress(), contact)).json;
  const { organizationId } = root;
  const signerPublicKey = service.services.tokenKeys.otp.publicKey;
  const encryptedOtpBundle = await sealOtp(
    { otpCode: await codeOf(contact), publicKey: client.publicKey.hex },
    { organizationId, otpId, otpEncryptionTargetBundle, signerPublicKey },
  );
  const { verificationToken } = (await askProxy(service, 'otp_verify_v2', { otpId, encryptedOtpBundle })).json;
  const { apiKey, ...key } = newKey();
  const apiKeys = [{ ...apiKey, ...expires }];
  const message = buildSignupMessage(claimsOf(verificationToken).id, { ...nobody, apiKeys, email: contact });
  const clientSignature = await signClientMessage(message, createP256Signer(client.toApiKey()));
  const request = { ...nobody, apiKeys, verificationToken, clientSignature };
  const { json } = await askProxy(service, 'signup_v2', request);
  return { ...key, organizationId: json.organizationId, userId: json.userId };
}

const mailsTo = async (contact: string) => {
  await service.outbox.idle();
  return mails.filter(({ to }) => to === contact);
};

/** Uses up what strangers may ask for within ten minutes. */
async function exhaust(contact: string): Promise<void> {
  for (let count = 0; count < 10; count++) await askAs(newAddress(), contact);
  expect(refusalOf(await askAs(newAddress(), contact))).toEqual(refused);
}

describe('words', () => {
  const words = {
    appName: 'Bank security team',
    sendFromEmailAddress: 'ceo@bank.test',
    sendFromEmailSenderName: 'Bank security team',
    replyToEmailAddress: 'mallory@evil.test',
    emailCustomization: { magicLinkTemplate: 'https://evil.test/%s', logoUrl: 'https://evil.test/logo.png' },
    smsCustomization: { template: 'Call +1555 now: {{.OtpCode}}' },
  };
  const settings = {
    sendFromEmailAddress: 'codes@acme.test',
    sendFromEmailSenderName: 'Acme codes',
    replyToEmailAddress: 'help@acme.test',
    emailCustomizationParams: {
      appName: 'Acme Wallet',
      magicLinkTemplate: 'https://acme.test/%s',
      logoUrl: 'https://acme.test/logo.png',
    },
    smsCustomizationParams: { template: 'Acme: {{.OtpCode}}' },
  };
  const empty = { appName: '', magicLinkTemplate: '', logoUrl: '' };
  const none = {
    sendFromEmailAddress: '',
    sendFromEmailSenderName: '',
    replyToEmailAddress: '',
    emailCustomizationParams: empty,
    smsCustomizationParams: { template: '' },
  };

  test('behavior: a stranger with eight accounts sends no more than three mails, and none with words of their own', async () => {
    const contact = newEmail();
    const address = newAddress();
    const accounts = [];
    for (let count = 0; count < 8; count++) accounts.push(await signUpUnverified(contact, address));
    const replies = await Promise.all(
      accounts.flatMap((account) => [1, 2, 3].map(() => passcodes.request(account, contact, words))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(21).fill(429)]);
    const sent = await mailsTo(contact);
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toMatch(/bank|evil/i);
  });

  test('behavior: accounts from other networks share the limit of the contact', async () => {
    const contact = newEmail();
    const phone = '+14155550171';
    for (const to of [contact, phone]) {
      const statuses = [];
      for (let count = 0; count < 5; count++) {
        const account = await signUpUnverified(to);
        for (let again = 0; again < 3; again++) statuses.push((await passcodes.request(account, to)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
    }
    expect(await mailsTo(contact)).toHaveLength(10);
    expect(texts.filter(({ to }) => to === phone)).toHaveLength(10);
  });

  test('behavior: those of the parent replace those of a sub-organization', async () => {
    const contact = newEmail();
    const phone = '+14155550172';
    const [byMail, bySms] = [await signUpUnverified(contact), await signUpUnverified(phone)];
    resultOf(await submit(root, 'update_auth_proxy_config', settings));
    await passcodes.init(byMail, contact, words);
    await passcodes.init(bySms, phone, words);
    const [sent] = await mailsTo(contact);
    expect(sent).toMatchObject({
      subject: 'Your Acme Wallet verification code',
      from: 'codes@acme.test',
      fromName: 'Acme codes',
      replyTo: 'help@acme.test',
    });
    expect(sent?.text).toContain('https://acme.test/');
    expect(sent?.html).toContain('https://acme.test/logo.png');
    expect(JSON.stringify(sent)).not.toMatch(/bank|evil/i);
    expect(texts.at(-1)?.text).toMatch(/^Acme: [0-9A-Z]{9}$/);
    resultOf(await submit(root, 'update_auth_proxy_config', none));
    await passcodes.init(byMail, contact, words);
    const { from, fromName, replyTo, subject } = (await mailsTo(contact)).at(-1) ?? {};
    const { organizationName } = (await service.ask(root, 'whoami')).json;
    expect([from, fromName, replyTo]).toEqual([undefined, undefined, undefined]);
    expect(subject).toBe(`Your ${organizationName} verification code`);
  });

  test('behavior: words of a sub-organization are never the reason to refuse a request', async () => {
    const contact = newEmail();
    const account = await signUpUnverified(contact);
    const unusable = { emailCustomization: { magicLinkTemplate: 'http://evil.test/%s' } };
    await passcodes.init(account, contact, unusable);
    expect(await mailsTo(contact)).toHaveLength(1);
    expect(refusalOf(await passcodes.request(root, contact, unusable))).toEqual([400, 'REQUEST_INVALID']);
    const byParent = { ...root, organizationId: account.organizationId };
    expect(refusalOf(await passcodes.request(byParent, contact, unusable))).toEqual([400, 'REQUEST_INVALID']);
  });

  test("behavior: a sender that the operator does not allow any more is left out of the parent's words", async () => {
    const allowed = new Set(['codes@acme.test']);
    const sent: { readonly from?: string | undefined }[] = [];
    const mail = {
      allowsSender: (address: string) => allowed.has(address),
      send: async (message: { readonly from?: string | undefined }) => void sent.push(message),
    };
    const strict = await startPasscodeService({ mail });
    await using of = strict.service;
    resultOf(await of.submit(of.root, 'update_auth_proxy_config', settings));
    const contact = newEmail();
    const account = await addSubOrganization(of, 'Ada', { userEmail: contact });
    await strict.init(account, contact);
    allowed.clear();
    await strict.init(account, contact);
    await of.outbox.idle();
    expect(sent.map(({ from }) => from)).toEqual(['codes@acme.test', undefined]);
  });

  test("behavior: the parent's users choose theirs, also in a sub-organization", async () => {
    const contact = newEmail();
    const { organizationId } = await signUpUnverified(contact);
    for (const by of [root, { ...root, organizationId }]) {
      await passcodes.init(by, contact, words);
      expect((await mailsTo(contact)).at(-1)).toMatchObject({
        subject: 'Your Bank security team verification code',
        from: 'ceo@bank.test',
        fromName: 'Bank security team',
        replyTo: 'mallory@evil.test',
      });
    }
  });
});

describe('strangers', () => {
  test('behavior: one who has used up a share keeps nobody else from getting a code', async () => {
    const contact = newEmail();
    const stranger = newAddress();
    for (let count = 0; count < 3; count++) expect((await askAs(stranger, contact)).status).toBe(200);
    expect(refusalOf(await askAs(stranger, contact.toUpperCase()))).toEqual(refused);
    expect((await askAs(newAddress(), contact)).status).toBe(200);
    expect((await askAs(stranger, newEmail())).status).toBe(200);
    await passcodes.init(root, contact);
    passedMs += 3 * minute;
    expect((await askAs(stranger, contact)).status).toBe(200);
  });

  test('error: an eleventh code within ten minutes and a thirty-first within an hour, wherever from', async () => {
    const contact = newEmail();
    for (let round = 0; round < 3; round++) {
      await exhaust(contact);
      passedMs += 10 * minute;
    }
    expect(refusalOf(await askAs(newAddress(), contact))).toEqual(refused);
    passedMs += 30 * minute;
    expect((await askAs(newAddress(), contact)).status).toBe(200);
  });

  test('behavior: a code of a stranger does not replace that of another', async () => {
    const contact = newEmail();
    const owner = newAddress();
    const { otpId } = (await askAs(owner, contact)).json;
    const count = 3;
    for (let one = 0; one < count; one++) await askAs(newAddress(), contact);
    const rows = await service.database.query(
      (sql) => sql`select id from passcodes where organization_id = ${root.organizationId} and contact = ${contact}`,
    );
    expect(rows.map(({ id }) => id)).toContain(otpId);
    expect(rows).toHaveLength(count + 1);
  });

  test('behavior: contacts without a user are counted alike', async () => {
    const account = await addSubOrganization(service, 'Ada');
    const unknown = newEmail();
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await passcodes.request(account, unknown)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await mailsTo(unknown)).toEqual([]);
  });
});

describe('those who are known', () => {
  test('behavior: strangers do not use up what the account and the parent have', async () => {
    const contact = newEmail();
    const owner = await signUpVerified(contact);
    await exhaust(contact);
    const address = newAddress();
    for (let count = 0; count < 3; count++) expect((await askWith(owner, contact, address)).status).toBe(200);
    expect(refusalOf(await askWith(owner, contact, address))).toEqual(refused);
    for (let count = 0; count < 3; count++) await passcodes.init(root, contact);
    expect(refusalOf(await passcodes.request(root, contact))).toEqual(refused);
    passedMs += 3 * minute;
    // In the account itself, it is the same budget.
    for (let count = 0; count < 3; count++) await passcodes.init(owner, contact);
    expect(refusalOf(await askWith(owner, contact))).toEqual(refused);
    expect(refusalOf(await askAs(newAddress(), contact))).toEqual(refused);
  });

  test('behavior: a session that has ended is still known; a deleted key is not', async () => {
    const contact = newEmail();
    const owner = await signUpVerified(contact, { expirationSeconds: '900' });
    passedMs += 15 * minute;
    await exhaust(contact);
    expect(refusalOf(await service.ask(owner, 'whoami'))).toEqual([401, 'API_KEY_EXPIRED']);
    expect((await askWith(owner, contact)).status).toBe(200);
    const mailed = newEmail();
    const other = await signUpVerified(mailed);
    const { apiKeys } = (await service.ask(other, 'get_api_keys', { userId: other.userId })).json;
    await exhaust(mailed);
    expect((await askWith(other, mailed)).status).toBe(200);
    const apiKeyIds = apiKeys.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
    resultOf(await submit(other, 'delete_api_keys', { userId: other.userId, apiKeyIds }));
    expect(refusalOf(await askWith(other, mailed))).toEqual(refused);
  });

  test('behavior: a key of somebody else is a stranger, also with the same contact unverified', async () => {
    const contact = newEmail();
    await signUpVerified(contact);
    const thief = await signUpUnverified(contact);
    const neighbour = await signUpVerified(newEmail());
    await exhaust(contact);
    for (const key of [thief, neighbour, newKey(), root])
      expect(refusalOf(await askWith(key, contact))).toEqual(refused);
    expect(refusalOf(await passcodes.request(thief, contact))).toEqual(refused);
  });

  test('behavior: a stranger who registers the key of the owner changes nothing', async () => {
    const contact = newEmail();
    const owner = await signUpVerified(contact);
    const apiKey = { apiKeyName: 'Stolen', publicKey: owner.publicKey, curveType: 'API_KEY_CURVE_P256' };
    for (let count = 0; count < 6; count++)
      expect(
        (await askProxy(service, 'signup_v2', { ...nobody, userName: `M${count}`, apiKeys: [apiKey] })).status,
      ).toBe(200);
    await exhaust(contact);
    expect((await askWith(owner, contact)).status).toBe(200);
  });

  test('error: a wrong stamp, whether the key is known or not', async () => {
    const contact = newEmail();
    const owner = await signUpVerified(contact);
    const body = JSON.stringify(requestFor(contact));
    for (const key of [owner, newKey()]) {
      const stamp = await stampFor(key, Buffer.from(`${body} `));
      expect(refusalOf(await askProxy(service, 'otp_init_v2', body, stamp))).toEqual([401, 'SIGNATURE_INVALID']);
    }
    const none = { 'x-stamp': ['no stamp'] };
    expect(refusalOf(await askProxy(service, 'otp_init_v2', body, none))).toEqual([401, 'SIGNATURE_INVALID']);
    const [stamp] = Object.values(await stampFor(owner, Buffer.from(body)));
    const twice = { 'x-stamp': [...(stamp ?? []), ...(stamp ?? [])] };
    expect(refusalOf(await askProxy(service, 'otp_init_v2', body, twice))).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test('behavior: the statements do not tell whether a contact has an account', async () => {
    const contact = newEmail();
    await signUpVerified(contact);
    const watch = async (to: string) => {
      const statements: string[] = [];
      const stop = service.watchStatements((text) => statements.push(text));
      expect((await askWith(newKey(), to)).status).toBe(200);
      await service.outbox.idle();
      stop();
      return statements;
    };
    await watch(newEmail());
    expect(await watch(contact)).toEqual(await watch(newEmail()));
  });
});

describe('the budget of a tenant', () => {
  const limited = (messagesPerHour: number) =>
    startPasscodeService({ clock, limits: { ...defaultLimits, messagesPerHour } });

  test('error: more messages than the tenant may send within an hour, sub-organizations included', async () => {
    const small = await limited(5);
    await using of = small.service;
    const account = await addSubOrganization(of, 'Ada');
    for (let count = 0; count < 2; count++) await small.init(account, newEmail(), {});
    passedMs += minute;
    for (let count = 0; count < 3; count++) await small.init(of.root, newEmail());
    for (const by of [account, of.root]) {
      const reply = await small.request(by, newEmail());
      expect(refusalOf(reply)).toEqual(refused);
    }
    passedMs += 59 * minute;
    for (let count = 0; count < 2; count++) await small.init(of.root, newEmail());
    expect(refusalOf(await small.request(of.root, newEmail()))).toEqual(refused);
    const rows = await of.database.query((sql) => sql`select from messages`);
    expect(rows).toHaveLength(5);
  });

  test('behavior: strangers leave a fifth of it, and one network has a twentieth', async () => {
    const small = await limited(60);
    await using of = small.service;
    const network = newAddress();
    for (let count = 0; count < 3; count++) expect((await askAs(network, newEmail(), small)).status).toBe(200);
    expect(refusalOf(await askAs(network, newEmail(), small))).toEqual(refused);
    for (let count = 0; count < 45; count++) expect((await askAs(newAddress(), newEmail(), small)).status).toBe(200);
    expect(refusalOf(await askAs(newAddress(), newEmail(), small))).toEqual(refused);
    for (let count = 0; count < 12; count++) await small.init(of.root, newEmail());
    expect(refusalOf(await small.request(of.root, newEmail()))).toEqual(refused);
  });

  test('behavior: accounts of one network have a twentieth, and all accounts and strangers leave a tenth', async () => {
    const small = await limited(60);
    await using of = small.service;
    const account = (source: string) =>
      addOrganization(of, { parentId: of.root.organizationId, source, features: ['FEATURE_NAME_OTP_EMAIL_AUTH'] });
    const [[first], [second]] = [await account('one'), await account('one')];
    const verify = (actor: Actor, email: string) =>
      arrangeRows(
        of,
        usersTable,
        { organizationId: actor.organizationId, id: actor.userId },
        { email, emailVerified: true },
      );
    const contacts = [newEmail(), newEmail()] as const;
    await verify(first, contacts[0]);
    await verify(second, contacts[1]);
    for (let count = 0; count < 3; count++) await small.init(first, contacts[0]);
    passedMs += 4 * minute;
    expect(refusalOf(await small.request(second, contacts[1]))).toEqual(refused);
    for (let count = 0; count < 48; count++) expect((await askAs(newAddress(), newEmail(), small)).status).toBe(200);
    for (let count = 0; count < 3; count++) {
      const [other] = await account(`network ${count}`);
      const email = newEmail();
      await verify(other, email);
      await small.init(other, email);
    }
    const [last] = await account('last');
    const email = newEmail();
    await verify(last, email);
    expect(refusalOf(await small.request(last, email))).toEqual(refused);
    for (let count = 0; count < 6; count++) await small.init(of.root, newEmail());
    expect(refusalOf(await small.request(of.root, newEmail()))).toEqual(refused);
  });

  test('behavior: it is exact if several processes and organizations send at the same time', async () => {
    const small = await limited(20);
    await using of = small.service;
    await using stack = new AsyncDisposableStack();
    const database = openDatabase({ address: of.address, ephemeral: true, timeoutMs: 60_000 });
    stack.defer(() => database.close());
    const outbox = new Outbox({ database, services: of.services, kinds, limits: { pollMs: 3_600_000 } });
    outbox.start();
    stack.defer(() => outbox.stop());
    const apps = [of.app, createApp({ database, services: of.services, outbox })];
    const contacts = Array.from({ length: 4 }, newEmail);
    const accounts = [of.root];
    for (let count = 0; count < 5; count++) accounts.push(await addSubOrganization(of, 'Ada'));
    // Each organization sends to the same contacts, in another order: so their groups count in another order too.
    const bodies = accounts.flatMap((by, first) =>
      Array.from({ length: 12 }, (_, index) => {
        const contact = contacts[(first + index) % contacts.length];
        const parameters = { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Acme' };
        const timestampMs = String(clock().getTime() - index);
        const { organizationId } = by;
        const type = 'ACTIVITY_TYPE_INIT_OTP_V3';
        return { by, app: apps[index % 2], body: JSON.stringify({ type, timestampMs, organizationId, parameters }) };
      }),
    );
    const statuses = await Promise.all(
      bodies.map(async ({ by, app = of.app, body }) => {
        const bytes = Buffer.from(body);
        return (await sendBytes(app, '/public/v1/submit/init_otp', bytes, await stampFor(by, bytes))).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const totals = await of.database.query((sql) => sql`select messages from message_totals`);
    expect(totals).toEqual([{ messages: 20n }]);
    const left = await of.database.query((sql) => sql`select from passcodes`);
    expect(left.length).toBeLessThanOrEqual(20);
  });
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
