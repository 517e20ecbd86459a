import { createHmac, createPublicKey } from 'node:crypto';
import { examples } from '@mintmark/schema';
import { importJwks, verifySessionToken } from '@mintmark/stamper/tokens';
import { startJsonServer } from '@mintmark/testing/json-server';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { newPerson, type SignInService, startSignInService } from '../../../test/sign-in-service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

const service = await startSignInService();
afterAll(() => service[Symbol.asyncDispose]());
const { provider, sign } = service;

const addLink = async (user: Actor, person: object, to: SignInService = service) => {
  const oauthProviders = [{ providerName: 'ID', oidcToken: await to.sign({ ...person }) }];
  resultOf(await to.submit(user, 'create_oauth_providers', { userId: user.userId, oauthProviders }));
};
/** A parent, and a user of its sub-organization who is linked to a person. */
async function arrange(on: SignInService = service) {
  const [parent] = await addOrganization(on);
  const [user] = await addOrganization(on, { parentId: parent.organizationId });
  const person = newPerson();
  await addLink(user, person, on);
  return { parent, user, person };
}
const logIn = (by: Actor, oidcToken: string, publicKey: string, more: object = {}) =>
  service.submit(by, 'oauth_login', { oidcToken, publicKey, ...more });
/** The user of the parent, in the sub-organization. */
const within = (parent: Actor, { organizationId }: Actor): Actor => ({ ...parent, organizationId });

test('default: with a token of a real provider, by a user of the parent', async () => {
  const { parent, user, person } = await arrange();
  const { publicKey, stamper } = newKey();
  const oidcToken = await provider.issueToken({ subject: person.sub, nonce: nonceOf(publicKey) });
  const { session } = resultOf(await logIn(within(parent, user), oidcToken, publicKey));
  const page = await fetchOf(service.app)('http://local/.well-known/jwks.json');
  const verdict = await verifySessionToken(session, await importJwks(await page.json()));
  expect(verdict).toMatchObject({ ok: true, claims: { user_id: user.userId, organization_id: user.organizationId } });
  expect((await service.ask({ ...user, publicKey, stamper }, 'whoami')).json).toMatchObject({ userId: user.userId });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('args: a session profile of the parent', async () => {
  const { parent, user, person } = await arrange();
  const { sessionProfileId } = resultOf(
    await service.submit(parent, 'create_session_profile', examples.sessionProfile),
  );
  const { publicKey } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  resultOf(await logIn(within(parent, user), oidcToken, publicKey, { sessionProfileId }));
  const { apiKeys } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
  const credential = { publicKey, type: 'CREDENTIAL_TYPE_LOGIN', sessionProfileId };
  expect(apiKeys).toContainEqual(expect.objectContaining({ credential }));
});

test('args: tknonce, the lifetime, and the end of other sessions', async () => {
  const { parent, user, person } = await arrange();
  const [first, second] = [newKey(), newKey()];
  for (const [key, more] of [
    [first, {}],
    [second, { expirationSeconds: '60', invalidateExisting: true }],
  ] as const) {
    const oidcToken = await sign({ ...person, nonce: 'of a library', tknonce: nonceOf(key.publicKey) });
    resultOf(await logIn(within(parent, user), oidcToken, key.publicKey, more));
  }
  const { apiKeys } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
  const sessions = apiKeys.filter(({ credential }: never) => credential['type'] === 'CREDENTIAL_TYPE_LOGIN');
  expect(sessions).toMatchObject([{ credential: { publicKey: second.publicKey }, expirationSeconds: '60' }]);
});

test('behavior: a root user of the organization itself may submit it, other users may not', async () => {
  const { user, person } = await arrange();
  const { publicKey } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  resultOf(await logIn(user, oidcToken, publicKey));
  const other = await addUser(service, user);
  expect(refusalOf(await logIn(other, oidcToken, publicKey))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});

test('error: a user of the parent who may not, somebody from elsewhere', async () => {
  const { parent, user, person } = await arrange();
  const [stranger] = await addOrganization(service);
  const plain = await addUser(service, parent);
  const { publicKey } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  expect(refusalOf(await logIn(within(plain, user), oidcToken, publicKey))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(refusalOf(await logIn(within(stranger, user), oidcToken, publicKey))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
});

test('error: an identity that is not linked, or only in another organization', async () => {
  const { parent, user, person } = await arrange();
  const [sibling] = await addOrganization(service, { parentId: parent.organizationId });
  const { publicKey } = newKey();
  const nonce = nonceOf(publicKey);
  const unlinked: [Actor, object][] = [
    [user, newPerson()],
    [user, { ...person, aud: 'other-app' }],
    [sibling, person],
    [parent, person],
  ];
  for (const [where, claims] of unlinked) {
    const oidcToken = await sign({ ...claims, nonce });
    expect(refusalOf(await logIn(within(parent, where), oidcToken, publicKey))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
});

test('error: the identity of a user who was deleted', async () => {
  const { parent, user } = await arrange();
  const other = await addUser(service, user);
  const person = newPerson();
  await addLink(other, person);
  resultOf(await service.submit(user, 'delete_users', { userIds: [other.userId] }));
  const { publicKey } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  expect(refusalOf(await logIn(within(parent, user), oidcToken, publicKey))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

describe('what is refused before the identity is looked for', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = () => Math.floor(Date.now() / 1000);

  async function expectRefusal(
    make: (claims: { sub: string; nonce: string }) => string | Promise<string>,
    reason: RegExp,
  ): Promise<void> {
    const { parent, user, person } = await arrange();
    const { publicKey } = newKey();
    const oidcToken = await make({ ...person, nonce: nonceOf(publicKey) });
    const before = await readTables(service.database);
    const reply = await logIn(within(parent, user), oidcToken, publicKey);
    expect(refusalOf(reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
    expect(reply.json.message).toMatch(reason);
    expect(await readTables(service.database)).toEqual(before);
  }

  test.each<[string, () => Record<string, unknown>, RegExp]>([
    ['no nonce', () => ({ nonce: undefined }), /it has no nonce/],
    ['the nonce of another key', () => ({ nonce: nonceOf(newKey().publicKey) }), /its nonce is not the SHA-256/],
    ['a tknonce of another key', () => ({ tknonce: nonceOf(newKey().publicKey) }), /its nonce is not the SHA-256/],
    ['an expired token', () => ({ exp: seconds() - 1 }), /it has expired/],
    ['another issuer', () => ({ iss: 'https://id.example.com' }), /its issuer is not accepted/],
    ['several audiences', () => ({ aud: ['one', 'two'] }), /it has several audiences/],
  ])('error: %s', (_, changes, reason) => expectRefusal((claims) => sign({ ...claims, ...changes() }), reason));

  test('error: alg none, HS256 with the public key, changed claims', async () => {
    const jwk = await provider.publicJwk();
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const partsOf = async (claims: object) => (await sign({ ...claims })).split('.') as [string, string, string];
    await expectRefusal(
      async (claims) => `${encode({ alg: 'none' })}.${(await partsOf(claims))[1]}.c2ln`,
      /its algorithm is not/,
    );
    await expectRefusal(async (claims) => {
      const content = `${encode({ alg: 'HS256', kid: jwk.kid })}.${(await partsOf(claims))[1]}`;
      return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`;
    }, /its algorithm is not/);
    await expectRefusal(async (claims) => {
      const [header, , signature] = await partsOf(newPerson());
      return `${header}.${(await partsOf(claims))[1]}.${signature}`;
    }, /its signature does not verify/);
  });

  test('error: a session profile, or a key that is not a point', async () => {
    const { parent, user } = await arrange();
    const by = within(parent, user);
    const sessionProfileId = user.userId;
    expect(refusalOf(await logIn(by, 'a.b.c', newKey().publicKey, { sessionProfileId }))).toEqual([
      404,
      'SESSION_PROFILE_NOT_FOUND',
    ]);
    expect(refusalOf(await logIn(by, 'a.b.c', `02${'ff'.repeat(32)}`))).toEqual([400, 'INVALID_PUBLIC_KEY']);
  });
});

test('error: a token that expires between prepare and commit', async () => {
  let isLate = false;
  await using late = await startSignInService({ onVerified: (passTime) => passTime(isLate ? 60_000 : 0) });
  const { parent, user, person } = await arrange(late);
  isLate = true;
  const { publicKey } = newKey();
  const oidcToken = await late.sign({ ...person, nonce: nonceOf(publicKey), exp: Math.floor(Date.now() / 1000) + 30 });
  const reply = await late.submit(within(parent, user), 'oauth_login', { oidcToken, publicKey });
  expect([...refusalOf(reply), reply.json.message]).toEqual([
    400,
    'INVALID_OIDC_TOKEN',
    'invalid OIDC token: it has expired',
  ]);
});

test('error: an issuer that is gone, until it is back', async () => {
  await using issuer = await startJsonServer();
  await using lonely = await startSignInService({ issuers: [{ issuer: issuer.origin }] });
  const [root] = await addOrganization(lonely);
  const person = { ...newPerson(), iss: issuer.origin };
  const keys = { keys: [await lonely.provider.publicJwk()] };
  const discovery = { issuer: issuer.origin, jwks_uri: `${issuer.origin}/keys` };
  const { publicKey } = newKey();
  const oidcToken = await lonely.sign({ ...person, nonce: nonceOf(publicKey) });
  const tryIt = () => lonely.submit(root, 'oauth_login', { oidcToken, publicKey });
  expect(refusalOf(await tryIt())).toEqual([400, 'INVALID_OIDC_TOKEN']);
  Object.assign(issuer.answers, { '/.well-known/openid-configuration': discovery, '/keys': keys });
  // A failed fetch is not repeated immediately.
  expect(refusalOf(await tryIt())).toEqual([400, 'INVALID_OIDC_TOKEN']);
  lonely.passTime(6000);
  await addLink(root, person, lonely);
  resultOf(await tryIt());
});
