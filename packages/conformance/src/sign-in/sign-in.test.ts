import { ApiError, type MintmarkError } from '@mintmark/client';
import { createMemoryStore, createSignIn, type SessionStore, type SignInOptions } from '@mintmark/client/sign-in';
import { createServer } from '@mintmark/server';
import { importJwks, verifySessionToken } from '@mintmark/stamper/tokens';
import { startOidcIssuer } from '@mintmark/testing/oidc-issuer';
import { createSoftwarePasskeys } from '@mintmark/testing/software-passkeys';
import { afterAll, describe, expect, test } from 'vitest';

const issuer = await startOidcIssuer();
const issuers = [{ issuer: issuer.issuer, audiences: [issuer.clientId] }];
const server = await createServer({ database: 'ephemeral', configuration: { oidc: { issuers } } });
afterAll(async () => {
  await server.close();
  await issuer.close();
});

const { organizationId, authProxyConfigId, keys } = server.root ?? expect.fail();
const origin = 'https://app.example.com';
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const wallet = { walletName: 'My wallet', accounts: [account] };

/** The browser of a new user. */
function openBrowser(options: Partial<SignInOptions> = {}, store: SessionStore = createMemoryStore()) {
  const credentials = createSoftwarePasskeys(origin);
  const known = { organizationId, authProxyConfigId, otpPublicKey: keys.otp };
  return createSignIn({
    ...{ baseUrl: 'http://mintmark.local', fetch: server.fetch, ...known, credentials, store, ...options },
  });
}

let users = 0;
const newEmail = () => `user-${++users}@example.com`;

/** The code in the newest mail to an address. */
async function codeFor(email: string): Promise<string> {
  const mailTo = () => server.mailbox.findLast(({ to }) => to === email);
  await expect.poll(mailTo).toBeDefined();
  return /^([0-9A-Z]{9})$/m.exec(mailTo()?.text ?? '')?.[1] ?? '';
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: MintmarkError) => error,
  );

describe('passkey', () => {
  test('default: sign up with a wallet, log out, log in, sign', async () => {
    const signIn = openBrowser();
    const signedUp = await signIn.signUp({ userName: 'Ada', passkey: true, wallet });
    const [address = ''] = signedUp.wallet?.addresses ?? [];
    await signIn.logOut();
    expect(await signIn.session()).toBeUndefined();
    const { client, userId, organizationId } = await signIn.logInByPasskey();
    expect([userId, organizationId]).toEqual([signedUp.userId, signedUp.organizationId]);
    const signed = await client.signRawPayloadOrThrow({
      signWith: address,
      payload: 'Hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    expect(signed.r).toHaveLength(64);
  });

  test('behavior: the key of the sign-up lives for a minute, and the session for 15', async () => {
    const { client, userId, expiresAt } = await openBrowser().signUp({ userName: 'Ada', passkey: true });
    const { apiKeys } = await client.getApiKeys({ userId });
    const lifetimes = apiKeys.map(({ expirationSeconds }) => expirationSeconds).sort();
    // The key of the sign-up is that of the session by now.
    expect(lifetimes).toEqual(['900']);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(900_000);
  });

  test('args: invalidateExisting ends the other sessions', async () => {
    const signIn = openBrowser();
    await signIn.signUp({ userName: 'Ada', passkey: true });
    const { client } = await signIn.logInByPasskey();
    await signIn.logInByPasskey({ invalidateExisting: true });
    expect(await failureOf(client.whoami())).toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    await (await signIn.session())?.client.whoami();
  });

  test('behavior: the session token verifies with the published keys', async () => {
    const { token, userId, organizationId } = await openBrowser().signUp({ userName: 'Ada', passkey: true });
    const jwks = await (await server.fetch('http://mintmark.local/.well-known/jwks.json')).json();
    const verdict = await verifySessionToken(token, await importJwks(jwks));
    expect(verdict).toMatchObject({ ok: true, claims: { user_id: userId, organization_id: organizationId } });
  });

  test('error: a passkey that nobody registered', async () => {
    expect(await failureOf(openBrowser().logInByPasskey())).toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
  });
});

describe('code', () => {
  test('default: signs up a new contact, and logs in a known one, also in another browser', async () => {
    const email = newEmail();
    const first = openBrowser();
    const orSignUp = { userName: 'Grace', wallet };
    const signedUp = await first.logInByCode(await first.sendCode({ email }), await codeFor(email), { orSignUp });
    const { user } = await signedUp.client.getUser({ userId: signedUp.userId });
    expect(user).toMatchObject({ userName: 'Grace', userEmail: email });
    const { length } = server.mailbox;
    const second = openBrowser();
    const sent = await second.sendCode({ email });
    await expect.poll(() => server.mailbox.length).toBeGreaterThan(length);
    const session = await second.logInByCode(sent, await codeFor(email), { orSignUp });
    expect(session.userId).toBe(signedUp.userId);
  });

  test('behavior: findAccount does not use up the verification, and a sign-up does', async () => {
    const email = newEmail();
    const signIn = openBrowser();
    const verified = await signIn.verifyCode(await signIn.sendCode({ email }), await codeFor(email));
    expect(await signIn.findAccount({ verified })).toEqual({});
    const { organizationId } = await signIn.signUp({ verified, passkey: true });
    // The key was moved to the session.
    expect(await failureOf(signIn.logInByContact(verified))).toMatchObject({ code: 'INPUT_INVALID' });
    expect((await signIn.logInByPasskey()).organizationId).toBe(organizationId);
  });

  test('error: a wrong code, and then the right one', async () => {
    const email = newEmail();
    const signIn = openBrowser();
    const sent = await signIn.sendCode({ email });
    const error = await failureOf(signIn.logInByCode(sent, '000000000', { orSignUp: {} }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'INVALID_OTP_CODE' });
    await signIn.logInByCode(sent, await codeFor(email), { orSignUp: {} });
  });

  test('error: a contact without an account', async () => {
    const email = newEmail();
    const signIn = openBrowser();
    const call = signIn.logInByCode(await signIn.sendCode({ email }), await codeFor(email));
    expect(await failureOf(call)).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(await signIn.session()).toBeUndefined();
  });
});

describe('OIDC token', () => {
  test('default: signs up a new identity, and logs in a known one', async () => {
    const signIn = openBrowser();
    const subject = 'katherine';
    const orSignUp = { userName: 'Katherine', wallet };
    const token = await issuer.issueToken({ subject, nonce: await signIn.nonce() });
    const { userId } = await signIn.logInByOidcToken(token, { orSignUp });
    await signIn.logOut();
    const next = await issuer.issueToken({ subject, nonce: await signIn.nonce() });
    const session = await signIn.logInByOidcToken(next, { orSignUp });
    expect(session.userId).toBe(userId);
    expect((await session.client.listWallets()).wallets).toHaveLength(1);
  });

  test('error: a token for the key of another browser', async () => {
    const signIn = openBrowser();
    const token = await issuer.issueToken({ subject: 'dorothy', nonce: await signIn.nonce() });
    await signIn.logInByOidcToken(token, { orSignUp: {} });
    const thief = openBrowser();
    expect(await failureOf(thief.logInByOidcToken(token))).toMatchObject({ code: 'INVALID_OIDC_TOKEN' });
    expect(await thief.session()).toBeUndefined();
  });

  test('error: an identity without an account; the same token can sign up', async () => {
    const signIn = openBrowser();
    const oidcToken = await issuer.issueToken({ subject: 'mary', nonce: await signIn.nonce() });
    expect(await failureOf(signIn.logInByOidcToken(oidcToken))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await signIn.signUp({ oidcToken, userName: 'Mary' });
  });
});

test('error: a configuration that does not exist', async () => {
  const signIn = openBrowser({ authProxyConfigId: '00000000-0000-4000-8000-000000000000' });
  const call = signIn.sendCode({ email: 'ada@example.com' });
  expect(await failureOf(call)).toMatchObject({ code: 'AUTH_PROXY_CONFIG_NOT_FOUND' });
});
