import { randomUUID } from 'node:crypto';
import { signedInUri } from '@mintmark/testing/oidc-issuer';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addClient, newClient, newCodeVerifier } from '../../../test/oauth2-clients.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { startSignInService } from '../../../test/sign-in-service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';
import { oauth2CredentialsTable } from '../../identity/credentials/oauth2-credentials-table.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

const clientSecret = 'the very secret word';
const issuer = 'https://wallets.example';
const service = await startSignInService({
  provider: { clientSecret },
  oauth2: (url) => ({ issuer, alpha: { tokenUrl: `${url}/token`, userInfoUrl: `${url}/me` } }),
});
afterAll(() => service[Symbol.asyncDispose]());
const { provider } = service;
const { clientId } = provider;

/** A parent organization with the client at the provider. */
async function arrange(secret = clientSecret) {
  const [root] = await addOrganization(service);
  const oauth2CredentialId = await addClient(service, root, await newClient(service, { clientId }, secret));
  return { root, oauth2CredentialId };
}
/** What the client sends after a user has signed in at the provider. */
async function signedIn(subject: string, oauth2CredentialId: string, publicKey = newKey().publicKey) {
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const authCode = await provider.issueCode({ subject, codeChallenge });
  return { oauth2CredentialId, authCode, redirectUri: signedInUri, codeVerifier, nonce: nonceOf(publicKey) };
}
const authenticate = (by: Actor, parameters: object) => service.submit(by, 'oauth2_authenticate', parameters);

test('default: a token that anybody can verify with the published keys', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const { publicKey } = newKey();
  const { oidcToken } = resultOf(await authenticate(root, await signedIn('ada', oauth2CredentialId, publicKey)));
  const page = await fetchOf(service.app)('http://local/.well-known/jwks.json');
  const verified = await jwtVerify(oidcToken, createLocalJWKSet((await page.json()) as never), {
    issuer,
    audience: clientId,
    algorithms: ['ES256'],
  });
  const { iat, exp, ...claims } = verified.payload;
  expect(claims).toEqual({ iss: issuer, aud: clientId, sub: 'alpha:ada', nonce: nonceOf(publicKey) });
  expect(Number(exp) - Number(iat)).toBe(600);
  expect(verified.protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^notarizer-/) });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: the same body, several times at the same time, spends the code once', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const parameters = await signedIn('ada', oauth2CredentialId);
  const timestampMs = String(Date.now());
  const send = () => service.submit(root, 'oauth2_authenticate', parameters, { timestampMs });
  const replies = await Promise.all([send(), send(), send(), send()]);
  expect(new Set(replies.map((reply) => resultOf(reply).oidcToken)).size).toBe(1);
});

test('behavior: the token signs a user up, and logs that user in', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const { publicKey, stamper } = newKey();
  const tokenFor = async (key: string) =>
    resultOf(await authenticate(root, await signedIn('bob', oauth2CredentialId, key))).oidcToken;
  const oidcToken = await tokenFor(publicKey);
  const oauthProviders = [{ providerName: 'Alpha', oidcToken }];
  const rootUsers = [{ userName: 'Bob', apiKeys: [], authenticators: [], oauthProviders }];
  const parameters = { subOrganizationName: 'Bob', rootUsers, rootQuorumThreshold: 1 };
  const made = resultOf(await service.submit(root, 'create_sub_organization', parameters));
  const inside = { ...root, organizationId: made.subOrganizationId };
  resultOf(await service.submit(inside, 'oauth_login', { oidcToken, publicKey }));
  const bob = { organizationId: made.subOrganizationId, userId: made.rootUserIds[0], publicKey, stamper };
  expect((await service.ask(bob, 'whoami')).json).toMatchObject({ userId: bob.userId });
  // With another key it is refused, like every token that is bound to a key.
  const other = newKey().publicKey;
  const reply = await service.submit(inside, 'oauth_login', { oidcToken, publicKey: other });
  expect(refusalOf(reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  resultOf(await service.submit(inside, 'oauth_login', { oidcToken: await tokenFor(other), publicKey: other }));
});

test('error: an own token that has expired, and a session token in its place', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const { publicKey } = newKey();
  const { oidcToken } = resultOf(await authenticate(root, await signedIn('eve', oauth2CredentialId, publicKey)));
  const link = (token: string) => ({ userId: root.userId, oauthProviders: [{ providerName: 'ID', oidcToken: token }] });
  resultOf(await service.submit(root, 'create_oauth_providers', link(oidcToken)));
  const { session } = resultOf(await service.submit(root, 'oauth_login', { oidcToken, publicKey }));
  expect(refusalOf(await service.submit(root, 'create_oauth_providers', link(session)))).toEqual([
    400,
    'INVALID_OIDC_TOKEN',
  ]);
  service.passTime(600_000);
  const late = await service.submit(root, 'oauth_login', { oidcToken, publicKey });
  expect(refusalOf(late)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  service.passTime(-600_000);
});

describe('an exchange that fails', () => {
  const failureOf = async (by: Actor, parameters: object) => {
    const { status, json } = await authenticate(by, parameters);
    expect([status, json.activity?.status]).toEqual([200, 'ACTIVITY_STATUS_FAILED']);
    expect(json.activity.failure.details[0].errorCode).toBe('OAUTH2_AUTHENTICATION_FAILED');
    expect(json.activity.result).toEqual({});
    return json.activity.failure.message;
  };

  test('error: a code that was used, made up, or issued for another verifier or redirect', async () => {
    const { root, oauth2CredentialId } = await arrange();
    const parameters = await signedIn('ada', oauth2CredentialId);
    const refused = 'the provider refused the code: invalid_grant';
    const { codeVerifier } = newCodeVerifier();
    expect(await failureOf(root, { ...parameters, authCode: 'made-up' })).toBe(refused);
    resultOf(await authenticate(root, parameters));
    expect(await failureOf(root, parameters)).toBe(refused);
    expect(await failureOf(root, { ...(await signedIn('ada', oauth2CredentialId)), codeVerifier })).toBe(refused);
    const redirectUri = 'http://127.0.0.1/elsewhere';
    expect(await failureOf(root, { ...(await signedIn('ada', oauth2CredentialId)), redirectUri })).toBe(refused);
  });

  test('error: a wrong client secret, which the failure does not have', async () => {
    const { root, oauth2CredentialId } = await arrange('another secret word');
    const reply = await authenticate(root, await signedIn('ada', oauth2CredentialId));
    expect(reply.json.activity.failure.message).toBe('the provider refused the code: invalid_client');
    expect(JSON.stringify(reply.json)).not.toContain('another secret word');
  });

  test('behavior: the same body again gets the stored answer, and the code is not sent again', async () => {
    const { root, oauth2CredentialId } = await arrange();
    const reply = await authenticate(root, await signedIn('ada', oauth2CredentialId));
    const sent = provider.requests.length;
    expect((await service.send(root, 'oauth2_authenticate', reply.body)).json).toEqual(reply.json);
    expect(provider.requests).toHaveLength(sent);
  });

  test('error: a provider that is gone', async () => {
    await using lonely = await startSignInService({
      provider: { clientSecret },
      oauth2: () => ({ issuer, alpha: { tokenUrl: 'http://127.0.0.1:9/token', userInfoUrl: 'http://127.0.0.1:9/me' } }),
    });
    const [root] = await addOrganization(lonely);
    const oauth2CredentialId = await addClient(lonely, root, await newClient(lonely));
    const parameters = await signedIn('ada', oauth2CredentialId);
    const { json } = await lonely.submit(root, 'oauth2_authenticate', parameters);
    expect(json.activity.status).toBe('ACTIVITY_STATUS_FAILED');
    expect(json.activity.failure.message).toMatch(/the provider did not answer the token request/);
  });
});

test('error: unknown credential, one of another organization or of the parent', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const [[other], [child]] = [
    await addOrganization(service),
    await addOrganization(service, { parentId: root.organizationId }),
  ];
  const parameters = await signedIn('ada', oauth2CredentialId);
  const before = await readTables(service.database);
  const sent = provider.requests.length;
  for (const [by, id] of [
    [root, randomUUID()],
    [other, oauth2CredentialId],
    [child, oauth2CredentialId],
  ] as const)
    expect(refusalOf(await authenticate(by, { ...parameters, oauth2CredentialId: id }))).toEqual([
      404,
      'OAUTH2_CREDENTIAL_NOT_FOUND',
    ]);
  expect(await readTables(service.database)).toEqual(before);
  expect(provider.requests).toHaveLength(sent);
});

test('error: a provider that the operator has not configured, and the secret is not opened', async () => {
  const [root] = await addOrganization(service);
  const client = await newClient(service, { provider: 'OAUTH2_PROVIDER_BETA', clientId });
  const oauth2CredentialId = await addClient(service, root, client);
  const reply = await authenticate(root, await signedIn('ada', oauth2CredentialId));
  expect(refusalOf(reply)).toEqual([501, 'OAUTH2_PROVIDER_NOT_CONFIGURED']);
});

test('error: a stored secret that no longer opens', async () => {
  const { root, oauth2CredentialId } = await arrange();
  await arrangeRows(
    service,
    oauth2CredentialsTable,
    { id: oauth2CredentialId },
    { encryptedClientSecret: 'ab'.repeat(97) },
  );
  const reply = await authenticate(root, await signedIn('ada', oauth2CredentialId));
  expect(refusalOf(reply)).toEqual([400, 'INVALID_CLIENT_SECRET']);
});

test('error: not a root user', async () => {
  const { root, oauth2CredentialId } = await arrange();
  const user = await addUser(service, root);
  const sent = provider.requests.length;
  const parameters = { oauth2CredentialId, authCode: 'x', redirectUri: 'x', codeVerifier: 'x', nonce: 'x' };
  expect(refusalOf(await authenticate(user, parameters))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(provider.requests).toHaveLength(sent);
});
