import { signedInUri } from '@mintmark/testing/oidc-issuer';
import { afterAll, expect, test } from 'vitest';
import { addClient, newClient, newCodeVerifier } from '../../../test/oauth2-clients.ts';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { newKey } from '../../../test/service.ts';
import { newPerson, startSignInService } from '../../../test/sign-in-service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';

const clientSecret = 'the very secret word';
const service = await startSignInService({
  provider: { clientSecret },
  oauth2: (url) => ({
    issuer: 'https://wallets.example',
    alpha: { tokenUrl: `${url}/token`, userInfoUrl: `${url}/me` },
  }),
});
afterAll(() => service[Symbol.asyncDispose]());
const { root, sign, ask, provider } = service;

const configure = async (settings: object) =>
  resultOf(await service.submit(root, 'update_auth_proxy_config', settings));
const signUp = (oidcToken: string) =>
  askProxy(service, 'signup_v2', { ...nobody, oauthProviders: [{ providerName: 'ID', oidcToken }] });
async function logIn(person: object, more: object = {}) {
  const { publicKey, stamper } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  const reply = await askProxy(service, 'proxy_oauth_login', { oidcToken, publicKey, ...more });
  return { reply, publicKey, stamper };
}

test('default: a person signs up and logs in with an identity', async () => {
  const person = newPerson();
  const made = await signUp(await sign(person));
  expect(made.status, JSON.stringify(made.json)).toBe(200);
  const { organizationId, userId } = made.json;
  for (const more of [{}, { organizationId }]) {
    const { reply, publicKey, stamper } = await logIn(person, more);
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    expect((await ask({ organizationId, userId, publicKey, stamper }, 'whoami')).json).toMatchObject({ userId });
  }
  const filterValue = await sign(person);
  const found = await askProxy(service, 'account', { filterType: 'OIDC_TOKEN', filterValue });
  expect(found.json).toEqual({ organizationId });
  const unknown = await askProxy(service, 'account', { filterType: 'OIDC_TOKEN', filterValue: await sign() });
  expect(unknown.json).toEqual({});
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: with another way to sign in, the nonce must name an API key of the sign-up', async () => {
  const key = newKey();
  const apiKeys = [{ ...key.apiKey, expirationSeconds: '60' }];
  const authenticators = [newPasskey().authenticator];
  const email = 'ada@example.com';
  const signUpWith = async (claims: object, more: object) => {
    const oauthProviders = [{ providerName: 'ID', oidcToken: await sign({ ...newPerson(), ...claims }) }];
    return askProxy(service, 'signup_v2', { ...nobody, oauthProviders, ...more });
  };
  const stolen = { nonce: nonceOf(newKey().publicKey) };
  const before = await service.ask(service.root, 'list_suborgs');
  for (const more of [{ apiKeys }, { authenticators }, { userEmail: email }, { userPhoneNumber: '+15551234567' }])
    for (const claims of [stolen, {}, { ...stolen, email }, { email: 'eve@example.com', email_verified: true }])
      expect([more, refusalOf(await signUpWith(claims, more))]).toEqual([more, [400, 'INVALID_OIDC_TOKEN']]);
  expect((await service.ask(service.root, 'list_suborgs')).json).toEqual(before.json);
  const bound = { nonce: nonceOf(key.publicKey) };
  expect((await signUpWith(bound, { apiKeys, authenticators, userEmail: email })).status).toBe(200);
  expect((await signUpWith({ email, email_verified: true }, { userEmail: email })).status).toBe(200);
});

test('behavior: the key of the sign-up becomes the key of the session', async () => {
  const key = newKey();
  const apiKeys = [{ ...key.apiKey, expirationSeconds: '60' }];
  const made = await askProxy(service, 'signup_v2', {
    ...nobody,
    apiKeys,
    authenticators: [newPasskey().authenticator],
  });
  const user = { ...key, ...made.json };
  resultOf(await service.submit(user, 'stamp_login', { publicKey: key.publicKey }));
  const { apiKeys: kept } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
  expect(kept).toMatchObject([{ credential: { type: 'CREDENTIAL_TYPE_LOGIN', publicKey: key.publicKey } }]);
});

test('default: a code of an OAuth 2.0 provider', async () => {
  const { clientId } = provider;
  await addClient(service, root, await newClient(service, { clientId }, clientSecret));
  const { publicKey } = newKey();
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const authCode = await provider.issueCode({ subject: 'ada', codeChallenge });
  const request = { authCode, redirectUri: signedInUri, codeVerifier, nonce: nonceOf(publicKey), clientId };
  const send = (provider: string, more: object = {}) =>
    askProxy(service, 'proxy_oauth2_authenticate', { provider, ...request, ...more });
  expect(refusalOf(await send('OAUTH2_PROVIDER_BETA'))).toEqual([404, 'OAUTH2_CREDENTIAL_NOT_FOUND']);
  expect(refusalOf(await send('OAUTH2_PROVIDER_ALPHA', { clientId: 'other' }))).toEqual([
    404,
    'OAUTH2_CREDENTIAL_NOT_FOUND',
  ]);
  const { oidcToken } = (await send('OAUTH2_PROVIDER_ALPHA')).json;
  expect((await signUp(oidcToken)).status).toBe(200);
  const { json } = await askProxy(service, 'proxy_oauth_login', { oidcToken, publicKey });
  expect(json.session).toEqual(expect.any(String));
  // A FAILED activity is an error here.
  expect((await send('OAUTH2_PROVIDER_ALPHA')).error).toBe('OAUTH2_AUTHENTICATION_FAILED');
});

test('error: unknown, ambiguous and foreign identities, and another nonce', async () => {
  expect(refusalOf((await logIn(newPerson())).reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const person = newPerson();
  for (const jti of ['1', '2']) expect((await signUp(await sign({ ...person, jti }))).status).toBe(200);
  expect(refusalOf((await logIn(person)).reply)).toEqual([401, 'CREDENTIAL_CONFLICT']);
  const once = newPerson();
  expect((await signUp(await sign(once))).status).toBe(200);
  const oidcToken = await sign({ ...once, nonce: nonceOf(newKey().publicKey) });
  const login = { oidcToken, publicKey: newKey().publicKey };
  expect(refusalOf(await askProxy(service, 'proxy_oauth_login', login))).toEqual([400, 'INVALID_OIDC_TOKEN']);
  const forged = { ...login, oidcToken: 'a.b.c' };
  expect(refusalOf(await askProxy(service, 'proxy_oauth_login', forged))).toEqual([400, 'INVALID_OIDC_TOKEN']);
});

test('error: an issuer or a method that the configuration does not allow', async () => {
  const person = newPerson();
  expect((await signUp(await sign(person))).status).toBe(200);
  await configure({ allowedIssuers: ['https://other.example.com'] });
  expect(refusalOf(await signUp(await sign()))).toEqual([400, 'INVALID_OIDC_TOKEN']);
  expect(refusalOf((await logIn(person)).reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  await configure({ allowedIssuers: [provider.issuer] });
  expect((await logIn(person)).reply.status).toBe(200);
  await configure({ allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] });
  expect(refusalOf((await logIn(person)).reply)).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
  expect(refusalOf(await signUp(await sign()))).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
});

test('error: another tenant links the identity that one of its users has at a client of this organization', async () => {
  await configure({ allowedAuthMethods: ['AUTH_METHOD_API_KEY', 'AUTH_METHOD_OAUTH'], allowedIssuers: ['*'] });
  const [other] = await addOrganization(service);
  const { clientId } = provider;
  const oauth2CredentialId = await addClient(service, other, await newClient(service, { clientId }, clientSecret));
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const authCode = await provider.issueCode({ subject: 'eve', codeChallenge });
  const code = { oauth2CredentialId, authCode, redirectUri: signedInUri, codeVerifier };
  const key = newKey();
  const nonce = nonceOf(key.publicKey);
  const { oidcToken } = resultOf(await service.submit(other, 'oauth2_authenticate', { ...code, nonce }));
  const ours = await newClient(service);
  await addClient(service, root, ours);
  const oidcClaims = { iss: 'https://wallets.example', aud: ours.clientId, sub: 'alpha:eve' };
  const oauthProviders = [
    { providerName: 'Theirs', oidcToken },
    { providerName: 'Ours', oidcClaims },
  ];
  const clients = (await ask(root, 'list_oauth2_credentials', {})).json.oauth2Credentials;
  for (const client of clients)
    if (client.clientId === clientId)
      resultOf(
        await service.submit(root, 'delete_oauth2_credential', { oauth2CredentialId: client.oauth2CredentialId }),
      );
  const refused = await askProxy(service, 'signup_v2', { ...nobody, apiKeys: [key.apiKey], oauthProviders });
  expect(refusalOf(refused)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  expect(refused.json.message).toContain('its audience is not an OAuth 2.0 client of this organization');
});
