import { nonceOfKey } from '@mintmark/stamper';
import { p256Keys } from '@mintmark/stamper/bundles';
import { verifyLoginSignature, verifySignupSignature } from '@mintmark/stamper/tokens';
import { decodeApiKeyStamp } from '@mintmark/stamper/verify';
import { describe, expect, test } from 'vitest';
import { organizationId } from '../../test/caller.ts';
import { failureOf, keepSecret } from '../../test/failure.ts';
import {
  authProxyConfigId,
  code,
  createPasskeys,
  createSignInService,
  newOrganizationId,
  refuse,
  tokenId,
  userId,
} from '../../test/sign-in-service.ts';
import { ApiError, MintmarkError, StampError, TransportError } from '../index.ts';
import { createMemoryStore, createSignIn, type SignInOptions } from './index.ts';

const email = 'ada@example.com';
const oidcToken = keepSecret('header.payload.signature');
const wallet = { walletName: 'Treasury', accounts: [] };

function start(options: Partial<SignInOptions> = {}, how: Parameters<typeof createSignInService>[0] = {}) {
  const service = createSignInService(how);
  const passkeys = createPasskeys();
  const { otpPublicKey } = service;
  const { credentials } = passkeys;
  return {
    ...service,
    passkeys,
    signIn: createSignIn({ ...service.options, otpPublicKey, credentials, retries: 0, ...options }),
  };
}

/** The public key that stamped a request. */
function stampedBy(headers: Readonly<Record<string, string>>): string {
  const decoded = decodeApiKeyStamp(headers['x-stamp'] ?? '');
  return decoded.ok ? decoded.stamp.publicKey : expect.fail(decoded.error.message);
}

const signUpPaths = ['/v1/signup_v2', '/public/v1/submit/stamp_login'];

describe('signUp', () => {
  test('default: a passkey is asked for once, and the key of the session logs in by itself', async () => {
    const { signIn, requests, paths, passkeys } = start({ rp: { name: 'Example', id: 'example.com' } });
    const session = await signIn.signUp({ userName: 'Ada', passkey: true, wallet });
    expect(session).toMatchObject({ organizationId: newOrganizationId, userId, wallet: { addresses: ['0x1'] } });
    expect(paths()).toEqual(signUpPaths);
    expect(passkeys.asked).toEqual(['create']);
    expect(passkeys.last()).toMatchObject({
      publicKey: { rp: { name: 'Example', id: 'example.com' }, user: { name: 'Ada', displayName: 'Ada' } },
    });
    const [signUp = expect.fail(), logIn = expect.fail()] = requests;
    expect(signUp.headers).toMatchObject({ 'x-auth-proxy-config-id': authProxyConfigId });
    expect(signUp.body).toEqual({
      userName: 'Ada',
      wallet,
      apiKeys: [
        {
          apiKeyName: 'Sign-up',
          publicKey: stampedBy(logIn.headers),
          curveType: 'API_KEY_CURVE_P256',
          expirationSeconds: '60',
        },
      ],
      authenticators: [expect.objectContaining({ authenticatorName: 'Ada' })],
      oauthProviders: [],
    });
    expect(logIn.body).toMatchObject({ organizationId: newOrganizationId, type: 'ACTIVITY_TYPE_STAMP_LOGIN' });
    expect(logIn.body.parameters).toEqual({ publicKey: expect.stringMatching(/^0[23]/) });
    expect(logIn.body.parameters.publicKey).toBe(stampedBy(logIn.headers));
  });

  test('behavior: the session makes calls with its own key, in its organization', async () => {
    const { signIn, requests, last } = start();
    const { client } = await signIn.signUp({ passkey: true });
    await client.whoami();
    const { headers, body } = requests.at(-1) ?? expect.fail();
    expect(body.organizationId).toBe(newOrganizationId);
    expect(stampedBy(headers)).toBe(last('/public/v1/submit/stamp_login').parameters.publicKey);
  });

  test('args: a verified contact, with the signature of the key that the token names', async () => {
    const { signIn, paths, last } = start();
    const verified = await signIn.verifyCode(await signIn.sendCode({ email }), code);
    await signIn.signUp({ verified, userName: 'Ada', passkey: true });
    expect(paths()).toEqual(['/v1/otp_init_v2', '/v1/otp_verify_v2', ...signUpPaths]);
    const { clientSignature, verificationToken, userEmail, apiKeys, authenticators, oauthProviders } =
      last('/v1/signup_v2');
    expect([userEmail, verificationToken]).toEqual([email, verified.verificationToken]);
    const { publicKey } = last('/public/v1/submit/stamp_login').parameters;
    const usage = { apiKeys, authenticators, oauthProviders, email };
    expect(await verifySignupSignature(clientSignature, { id: tokenId, public_key: publicKey }, usage)).toMatchObject({
      ok: true,
    });
  });

  test('args: an OIDC token', async () => {
    const { signIn, last } = start();
    const nonce = await signIn.nonce();
    await signIn.signUp({ oidcToken, providerName: 'Example ID', userName: 'Ada' });
    expect(last('/v1/signup_v2').oauthProviders).toEqual([{ providerName: 'Example ID', oidcToken }]);
    expect(await nonceOfKey(last('/public/v1/submit/stamp_login').parameters.publicKey)).toBe(nonce);
  });

  test('args: how long the session lives', async () => {
    const { signIn, last } = start();
    await signIn.signUp({ passkey: true }, { expirationSeconds: 60 });
    expect(last('/public/v1/submit/stamp_login').parameters).toMatchObject({ expirationSeconds: '60' });
  });

  test('behavior: the same bytes are sent again when the answer is lost', async () => {
    const { signIn, requests, answerInstead } = start({ retries: 1 });
    answerInstead(() => (requests.length === 1 ? refuse(503, 'UNAVAILABLE') : undefined));
    await signIn.signUp({ passkey: true });
    expect(requests.map(({ path }) => path)).toEqual(['/v1/signup_v2', ...signUpPaths]);
    expect(requests[1]?.text).toBe(requests[0]?.text);
  });

  test('error: no way to log in', async () => {
    const { signIn, requests } = start();
    expect(await failureOf(signIn.signUp({ userName: 'Ada' }))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(requests).toEqual([]);
  });

  test('error: the user refuses the passkey', async () => {
    const refusing = { ...createPasskeys().credentials, create: async () => null };
    const { signIn, requests } = start({ credentials: refusing });
    const error = await failureOf(signIn.signUp({ passkey: true }), StampError);
    expect(error).toMatchObject({ code: 'STAMP_FAILED', cause: { code: 'CANCELLED' } });
    expect(requests).toEqual([]);
  });

  test('error: refused', async () => {
    const { signIn, answerInstead, paths } = start();
    answerInstead(() => refuse(409, 'ALREADY_EXISTS'));
    expect(await failureOf(signIn.signUp({ passkey: true }), ApiError)).toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(paths()).toEqual(['/v1/signup_v2']);
    expect(await signIn.session()).toBeUndefined();
  });
});

describe('logInByCode', () => {
  test('default', async () => {
    const { signIn, paths, last } = start();
    const sent = JSON.parse(JSON.stringify(await signIn.sendCode({ email })));
    const session = await signIn.logInByCode(sent, ` ${code}\n`);
    expect(paths()).toEqual(['/v1/otp_init_v2', '/v1/otp_verify_v2', '/v1/otp_login_v2']);
    expect(last('/v1/otp_init_v2')).toEqual({ otpType: 'OTP_TYPE_EMAIL', contact: email });
    const { publicKey, clientSignature, ...rest } = last('/v1/otp_login_v2');
    expect(rest).toEqual({ verificationToken: expect.any(String) });
    expect(
      await verifyLoginSignature(clientSignature, { id: tokenId, public_key: publicKey }, publicKey),
    ).toMatchObject({ ok: true });
    expect(session).toMatchObject({ organizationId: newOrganizationId, userId });
    expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 800_000);
  });

  test('behavior: a device with a session, also one that has ended, stamps its next request for a code', async () => {
    const store = createMemoryStore();
    const { signIn, requests } = start({ store });
    await signIn.logInByCode(await signIn.sendCode({ email }), code);
    const { publicKey } = await store.openKey('session');
    await signIn.sendCode({ email });
    const [first, , , again] = requests;
    expect(first?.headers).not.toHaveProperty('x-stamp');
    expect(stampedBy(again?.headers ?? {})).toBe(publicKey);
    await signIn.logOut();
    await signIn.sendCode({ email });
    expect(requests.at(-1)?.headers).not.toHaveProperty('x-stamp');
  });

  test('args: a phone number, and the end of other sessions', async () => {
    const { signIn, last } = start();
    const sent = await signIn.sendCode({ phoneNumber: '+15550100' });
    await signIn.logInByCode(sent, code, { invalidateExisting: true });
    expect(last('/v1/otp_init_v2')).toEqual({ otpType: 'OTP_TYPE_SMS', contact: '+15550100' });
    expect(last('/v1/otp_login_v2')).toMatchObject({ invalidateExisting: true });
  });

  test.each([
    [true, ['/v1/account', '/v1/otp_login_v2']],
    [false, ['/v1/account', ...signUpPaths]],
  ])('args: orSignUp, when it is %s that the contact has an account', async (hasAccount, expected) => {
    const { signIn, paths, last } = start({}, { hasAccount });
    await signIn.logInByCode(await signIn.sendCode({ email }), code, { orSignUp: { userName: 'Ada', wallet } });
    expect(paths().slice(2)).toEqual(expected);
    expect(last('/v1/account')).toEqual({
      filterType: 'EMAIL',
      filterValue: email,
      verificationToken: expect.any(String),
    });
    if (!hasAccount) expect(last('/v1/signup_v2')).toMatchObject({ userName: 'Ada', userEmail: email, wallet });
  });

  test('behavior: a login is sent once', async () => {
    const { signIn, paths, answerInstead } = start({ retries: 2 });
    answerInstead(({ path }) => (path === '/v1/otp_login_v2' ? refuse(503, 'UNAVAILABLE') : undefined));
    const call = signIn.logInByCode(await signIn.sendCode({ email }), code);
    expect(await failureOf(call, ApiError)).toMatchObject({ code: 'UNAVAILABLE', retryable: false });
    expect(paths().filter((path) => path === '/v1/otp_login_v2')).toHaveLength(1);
  });

  test('error: the target of the code was signed by somebody else', async () => {
    const other = p256Keys.generatePrivateKey().publicKey.hex;
    const { signIn, paths } = start({ otpPublicKey: other });
    const call = signIn.logInByCode(await signIn.sendCode({ email }), code);
    expect(await failureOf(call, StampError)).toMatchObject({ cause: { code: expect.stringMatching(/SIGN|KEY/) } });
    expect(paths()).toEqual(['/v1/otp_init_v2']);
  });

  test('error: the contact was verified elsewhere', async () => {
    const { signIn, requests } = start();
    const elsewhere = start();
    const verified = await elsewhere.signIn.verifyCode(await elsewhere.signIn.sendCode({ email }), code);
    expect(await failureOf(signIn.logInByContact(verified))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await failureOf(signIn.signUp({ verified }))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(requests).toEqual([]);
  });
});

describe('logInByPasskey', () => {
  test('default: in the parent organization, which the service resolves', async () => {
    const { signIn, requests, passkeys } = start({ rp: { id: 'example.com' } });
    const session = await signIn.logInByPasskey({ expirationSeconds: 60, invalidateExisting: true });
    expect(session.organizationId).toBe(newOrganizationId);
    expect(passkeys.asked).toEqual(['get']);
    expect(passkeys.last()).toMatchObject({ publicKey: { rpId: 'example.com' } });
    const [{ path, headers, body } = expect.fail()] = requests;
    expect(path).toBe('/public/v1/submit/stamp_login');
    expect(Object.keys(headers)).toContain('x-stamp-webauthn');
    expect(body).toMatchObject({
      organizationId,
      parameters: { expirationSeconds: '60', invalidateExisting: true, publicKey: expect.any(String) },
    });
  });

  test('error: the user refuses', async () => {
    const refusing = { ...createPasskeys().credentials, get: async () => null };
    const { signIn, requests } = start({ credentials: refusing });
    expect(await failureOf(signIn.logInByPasskey(), StampError)).toMatchObject({ cause: { code: 'CANCELLED' } });
    expect(requests).toEqual([]);
  });
});

describe('logInByOidcToken', () => {
  test('default: with the key whose nonce the token was requested with', async () => {
    const { signIn, paths, last } = start();
    const nonce = await signIn.nonce();
    expect(await signIn.nonce()).toBe(nonce);
    await signIn.logInByOidcToken(oidcToken, { invalidateExisting: true });
    const { publicKey, ...rest } = last('/v1/oauth_login');
    expect(paths()).toEqual(['/v1/oauth_login']);
    expect(rest).toEqual({ oidcToken, invalidateExisting: true });
    expect(await nonceOfKey(publicKey)).toBe(nonce);
    expect(await signIn.nonce()).not.toBe(nonce);
  });

  test.each([
    [true, ['/v1/account', '/v1/oauth_login']],
    [false, ['/v1/account', ...signUpPaths]],
  ])('args: orSignUp, when it is %s that there is an account', async (hasAccount, expected) => {
    const { signIn, paths, last } = start({}, { hasAccount });
    await signIn.logInByOidcToken(oidcToken, { orSignUp: { userName: 'Ada' } });
    expect(paths()).toEqual(expected);
    expect(last('/v1/account')).toEqual({ filterType: 'OIDC_TOKEN', filterValue: oidcToken });
  });

  test('error: a key that an earlier login registered, whose answer was lost: the next login has another key', async () => {
    const { signIn, answerInstead } = start();
    const nonce = await signIn.nonce();
    answerInstead(() => refuse(409, 'ALREADY_EXISTS'));
    await failureOf(signIn.logInByOidcToken(oidcToken), ApiError);
    expect(await signIn.nonce()).not.toBe(nonce);
  });

  test('error: refused: the key stays, so that the same token can sign up', async () => {
    const { signIn, answerInstead } = start();
    const nonce = await signIn.nonce();
    answerInstead(() => refuse(404, 'RESOURCE_NOT_FOUND'));
    await failureOf(signIn.logInByOidcToken(oidcToken), ApiError);
    expect(await signIn.nonce()).toBe(nonce);
  });
});

describe('session', () => {
  test('default: none, then that of the last login, then none after a log-out', async () => {
    const { signIn } = start();
    expect(await signIn.session()).toBeUndefined();
    const { token } = await signIn.logInByPasskey();
    expect(await signIn.session()).toMatchObject({ token, userId, organizationId: newOrganizationId });
    await signIn.logOut();
    expect(await signIn.session()).toBeUndefined();
  });

  test('behavior: is in the store, and makes calls with the same key', async () => {
    const store = createMemoryStore();
    const { signIn, options, otpPublicKey, requests, last } = start({ store });
    await signIn.logInByPasskey();
    const other = createSignIn({ ...options, otpPublicKey, store });
    await (await other.session())?.client.whoami();
    expect(stampedBy(requests.at(-1)?.headers ?? {})).toBe(last('/public/v1/submit/stamp_login').parameters.publicKey);
  });

  test('behavior: a login that fails leaves the session as it was, and one that succeeds replaces it', async () => {
    const { signIn, answerInstead } = start();
    const { token } = await signIn.logInByPasskey();
    answerInstead(() => refuse(401, 'UNAUTHENTICATED'));
    await failureOf(signIn.logInByPasskey(), ApiError);
    expect((await signIn.session())?.token).toBe(token);
    answerInstead(() => undefined);
    const next = await signIn.logInByPasskey();
    expect(next.token).not.toBe(token);
    expect((await signIn.session())?.token).toBe(next.token);
  });

  test('behavior: an expired session is none', async () => {
    const { signIn } = start({}, { lifetimeSeconds: 0 });
    await signIn.logInByPasskey();
    expect(await signIn.session()).toBeUndefined();
  });

  test('behavior: a session whose key was evicted is none', async () => {
    const store = createMemoryStore();
    const { signIn } = start({ store });
    await signIn.logInByPasskey();
    await store.deleteKey('session');
    expect(await signIn.session()).toBeUndefined();
  });

  test('error: the service answers for another key', async () => {
    const { signIn, answerInstead, sessionOf } = start();
    const other = await sessionOf(p256Keys.generatePrivateKey().publicKey.hex);
    for (const answer of [other, { session: 'x' }, { session: 'a.e30.b' }]) {
      answerInstead(() => Response.json(answer));
      const error = await failureOf(signIn.logInByOidcToken(oidcToken), TransportError);
      expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
      expect(await signIn.session()).toBeUndefined();
    }
  });

  test('error: the store fails', async () => {
    const openKey = async () => {
      throw new Error('no space left');
    };
    const { signIn, requests } = start({ store: { ...createMemoryStore(), openKey } });
    expect(await failureOf(signIn.logInByPasskey(), StampError)).toMatchObject({ code: 'STAMP_FAILED' });
    expect(requests).toEqual([]);
  });
});

describe('createSignIn', () => {
  test('error: a key that is none', () => {
    expect(() => start({ otpPublicKey: 'x' })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });

  test('error: findAccount without a proof', async () => {
    expect(await failureOf(start().signIn.findAccount({}), MintmarkError)).toMatchObject({ code: 'INPUT_INVALID' });
  });
});
