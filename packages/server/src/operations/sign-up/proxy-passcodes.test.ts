import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { sealOtp } from '@mintmark/stamper/bundles';
import { buildLoginMessage, buildSignupMessage, createP256Signer, signClientMessage } from '@mintmark/stamper/tokens';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type HeldToken, sealAnyText, startPasscodeService } from '../../../test/passcodes.ts';
import { newKey } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const passcodes = await startPasscodeService();
const { service, mails, texts, codeOf } = passcodes;
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;
resultOf(await submit(root, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' }));

let people = 0;
const newEmail = () => `person${++people}@example.com`;
const configure = async (settings: object) => resultOf(await submit(root, 'update_auth_proxy_config', settings));
const init = (contact: string) =>
  askProxy(service, 'otp_init_v2', { otpType: contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL', contact });

/** Proves a contact through the proxy. */
async function prove(contact: string): Promise<HeldToken> {
  const client = generatePrivateKey('p256');
  const { otpId, otpEncryptionTargetBundle } = (await init(contact)).json;
  const otpCode = await codeOf(contact);
  const encryptedOtpBundle = await sealOtp(
    { otpCode, publicKey: client.publicKey.hex },
    {
      organizationId: root.organizationId,
      otpId,
      otpEncryptionTargetBundle,
      signerPublicKey: service.services.tokenKeys.otp.publicKey,
    },
  );
  const { verificationToken } = (await askProxy(service, 'otp_verify_v2', { otpId, encryptedOtpBundle })).json;
  return { verificationToken, client };
}

const claimsOf = ({ verificationToken }: HeldToken) =>
  JSON.parse(Buffer.from(verificationToken.split('.')[1] ?? '', 'base64url').toString());

async function signUp(held: HeldToken, usage: { email?: string; phoneNumber?: string }, request: object = {}) {
  const message = buildSignupMessage(claimsOf(held).id, { ...nobody, ...usage });
  const clientSignature = await signClientMessage(message, createP256Signer(held.client.toApiKey()));
  const { verificationToken } = held;
  return askProxy(service, 'signup_v2', { ...nobody, verificationToken, clientSignature, ...request });
}

async function logIn(held: HeldToken, more: object = {}) {
  const { publicKey, stamper } = newKey();
  const message = buildLoginMessage(claimsOf(held).id, publicKey);
  const clientSignature = await signClientMessage(message, createP256Signer(held.client.toApiKey()));
  const { verificationToken } = held;
  const reply = await askProxy(service, 'otp_login_v2', { verificationToken, publicKey, clientSignature, ...more });
  return { reply, publicKey, stamper };
}

test('default: a person signs up, and logs in later, by e-mail and by SMS', async () => {
  for (const contact of [newEmail(), '+15555550110']) {
    const usage = contact.startsWith('+') ? { phoneNumber: contact } : { email: contact };
    const made = await signUp(await prove(contact), usage);
    expect(made.status, made.body).toBe(200);
    const { organizationId, userId } = made.json;
    const { reply, publicKey, stamper } = await logIn(await prove(contact));
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    const claims = JSON.parse(Buffer.from(reply.json.session.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ organization_id: organizationId, user_id: userId, public_key: publicKey });
    const session = { organizationId, userId, publicKey, stamper };
    expect((await ask(session, 'whoami')).json).toMatchObject({ userId, username: contact });
  }
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: the settings decide the code, the message and the lifetimes', async () => {
  await configure({
    otpLength: 6,
    otpAlphanumeric: false,
    otpExpirationSeconds: 60,
    sessionExpirationSeconds: 1234,
    verificationTokenExpirationSeconds: 120,
    sendFromEmailSenderName: 'Acme codes',
    replyToEmailAddress: 'help@example.com',
    emailCustomizationParams: { appName: 'Acme Wallet' },
    smsCustomizationParams: { template: 'Acme: {{.OtpCode}}' },
  });
  const contact = newEmail();
  const held = await prove(contact);
  expect(await codeOf(contact)).toMatch(/^[0-9]{6}$/);
  expect(JSON.stringify(mails.at(-1))).toContain('Acme Wallet');
  expect(JSON.stringify(mails.at(-1))).toContain('help@example.com');
  expect(claimsOf(held).exp - Date.now() / 1000).toBeLessThan(121);
  expect((await signUp(held, { email: contact })).status).toBe(200);
  const { reply } = await logIn(await prove(contact));
  const { exp } = JSON.parse(Buffer.from(reply.json.session.split('.')[1], 'base64url').toString());
  expect(Math.abs(exp - Date.now() / 1000 - 1234)).toBeLessThan(60);
  await init('+15555550111');
  await service.outbox.idle();
  expect(texts.at(-1)?.text).toMatch(/^Acme: [0-9]{6}$/);
});

test('behavior: a repeated sign-up gets the first answer, though its token was used', async () => {
  const contact = newEmail();
  const first = await signUp(await prove(contact), { email: contact });
  const again = await askProxy(service, 'signup_v2', first.body);
  expect([again.status, again.json]).toEqual([200, first.json]);
});

test('error: otp_verify_v2 with a bad key in its bundle', async () => {
  const contact = newEmail();
  const requested = (await init(contact)).json;
  const verify = async (otpCode: string, publicKey: string) => {
    const text = JSON.stringify({ otp_code: otpCode, public_key: publicKey });
    const encryptedOtpBundle = await sealAnyText(text, requested);
    return askProxy(service, 'otp_verify_v2', { otpId: requested.otpId, encryptedOtpBundle });
  };
  const code = await codeOf(contact);
  for (const publicKey of [`02${'ff'.repeat(32)}`, 'no key'])
    expect(refusalOf(await verify(code, publicKey))).toEqual([400, 'INVALID_OTP_BUNDLE']);
  expect((await verify(code, newKey().publicKey)).status).toBe(200);
});

describe('error: otp_login_v2', () => {
  test('a token that was used, a wrong signature, an unknown account, several accounts', async () => {
    const contact = newEmail();
    const { organizationId } = (await signUp(await prove(contact), { email: contact })).json;
    const held = await prove(contact);
    expect((await logIn(held, { organizationId })).reply.status).toBe(200);
    expect(refusalOf((await logIn(held)).reply)).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
    const other = { ...(await prove(contact)), client: generatePrivateKey('p256') };
    expect(refusalOf((await logIn(other)).reply)).toEqual([400, 'INVALID_CLIENT_SIGNATURE']);
    expect(refusalOf((await logIn(await prove(newEmail()))).reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const twice = newEmail();
    for (let count = 0; count < 2; count++)
      expect((await signUp(await prove(twice), { email: twice })).status).toBe(200);
    expect(refusalOf((await logIn(await prove(twice))).reply)).toEqual([401, 'CREDENTIAL_CONFLICT']);
  });

  test('an organization that is no sub-organization of the proxy', async () => {
    const [stranger] = await addOrganization(service);
    const held = await prove(newEmail());
    for (const { organizationId } of [root, stranger]) {
      const before = await readTables(service.database);
      expect(refusalOf((await logIn(held, { organizationId })).reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
      expect(await readTables(service.database)).toEqual(before);
    }
  });

  test('a contact that somebody wrote to their user, but did not prove, finds no account', async () => {
    const contact = newEmail();
    await addSubOrganization(service, 'Thief', { userEmail: contact });
    expect(refusalOf((await logIn(await prove(contact))).reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

test('error: a method that the configuration does not allow', async () => {
  const held = await prove(newEmail());
  await configure({ allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] });
  expect(refusalOf(await init(newEmail()))).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
  expect(refusalOf((await logIn(held)).reply)).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
  expect(refusalOf(await signUp(held, {}))).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
  await configure({ allowedAuthMethods: ['AUTH_METHOD_EMAIL', 'AUTH_METHOD_API_KEY'] });
});

test('error: tokens that are none', async () => {
  const { verificationToken: _, ...held } = await prove(newEmail());
  const none = { ...held, verificationToken: 'a.b.c' };
  const request = { ...nobody, verificationToken: none.verificationToken };
  expect(refusalOf(await askProxy(service, 'signup_v2', request))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
});

describe('account', () => {
  const find = (filterType: string, filterValue: string, more: object = {}) =>
    askProxy(service, 'account', { filterType, filterValue, ...more });

  test('default: by key, name and verified contact', async () => {
    const contact = newEmail();
    const { apiKey } = newKey();
    const held = await prove(contact);
    const message = buildSignupMessage(claimsOf(held).id, { ...nobody, apiKeys: [apiKey], email: contact });
    const clientSignature = await signClientMessage(message, createP256Signer(held.client.toApiKey()));
    const { verificationToken } = held;
    const names = { userName: 'Unusual', organizationName: 'Unusual Inc' };
    const request = { ...nobody, ...names, apiKeys: [apiKey], verificationToken, clientSignature };
    const { organizationId } = (await askProxy(service, 'signup_v2', request)).json;
    expect((await find('PUBLIC_KEY', apiKey.publicKey.toUpperCase())).json).toEqual({ organizationId });
    expect((await find('USERNAME', 'Unusual')).json).toEqual({ organizationId });
    expect((await find('NAME', 'Unusual Inc')).json).toEqual({ organizationId });
    const proof = await prove(contact);
    const given = { verificationToken: proof.verificationToken };
    for (let count = 0; count < 2; count++)
      expect((await find('EMAIL', contact, given)).json).toEqual({ organizationId });
    // It is still not used up.
    expect((await logIn(proof)).reply.status).toBe(200);
  });

  test('behavior: nothing is found', async () => {
    for (const [type, value] of [
      ['PUBLIC_KEY', newKey().publicKey],
      ['CREDENTIAL_ID', 'unknown'],
      ['USERNAME', 'nobody'],
      ['NAME', 'nowhere'],
    ] as const) {
      const { status, json } = await find(type, value);
      expect([status, json]).toEqual([200, {}]);
    }
    const unknown = newEmail();
    const { verificationToken } = await prove(unknown);
    expect((await find('EMAIL', unknown, { verificationToken })).json).toEqual({});
  });

  test('error: a contact needs a token for itself, also where it is a name', async () => {
    const contact = newEmail();
    const { verificationToken } = await prove(newEmail());
    for (const type of ['EMAIL', 'USERNAME', 'NAME']) {
      expect(refusalOf(await find(type, contact))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
      const another = await find(type, contact, { verificationToken });
      expect(refusalOf(another)).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
    }
    await configure({ verificationTokenRequiredForGetAccountPii: false });
    expect((await find('EMAIL', contact)).json).toEqual({});
    await configure({ verificationTokenRequiredForGetAccountPii: true });
  });

  test('error: several accounts, an unknown filter', async () => {
    for (let count = 0; count < 2; count++) await addSubOrganization(service, 'Twin');
    expect(refusalOf(await find('NAME', 'Twin'))).toEqual([401, 'CREDENTIAL_CONFLICT']);
    expect(refusalOf(await find('WALLET_ACCOUNT_ADDRESS', 'x'))).toEqual([400, 'REQUEST_INVALID']);
  });
});

test('error: the proxy cannot be disabled if passcodes are the only lasting way in of the root quorum', async () => {
  const [first] = await addOrganization(service, { features: ['FEATURE_NAME_OTP_EMAIL_AUTH'] });
  resultOf(await submit(first, 'enable_auth_proxy', {}));
  const { apiKey, ...key } = newKey();
  const userEmail = newEmail();
  const user = { ...nobody, userName: 'Ada', userEmail, userTags: [] };
  const users = [{ ...user, apiKeys: [{ ...apiKey, expirationSeconds: '900' }] }];
  const [userId] = resultOf(await submit(first, 'create_users', { users })).userIds;
  const { verificationToken, client } = await passcodes.obtainToken(first, userEmail);
  const clientKey = { apiKeyName: 'Client', publicKey: client.publicKey.hex, curveType: 'API_KEY_CURVE_P256' };
  resultOf(await submit(first, 'create_api_keys', { userId: first.userId, apiKeys: [clientKey] }));
  const holder = { ...first, stamper: createP256Stamper(client.toApiKey()) };
  resultOf(await submit(holder, 'update_user_email', { userId, userEmail, verificationToken }));
  resultOf(await submit(first, 'update_root_quorum', { threshold: 1, userIds: [userId] }));
  const ada = { ...key, organizationId: first.organizationId, userId };
  const before = await readTables(service.database);
  expect(refusalOf(await submit(ada, 'disable_auth_proxy', {}))).toEqual([400, 'QUORUM_UNREACHABLE']);
  expect(await readTables(service.database)).toEqual(before);
});
