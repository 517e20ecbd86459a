import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startJsonServer } from '@mintmark/testing/json-server';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { newPerson, startSignInService, unlistedAudience } from '../../../test/sign-in-service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const strange = await startJsonServer();
const service = await startSignInService({ issuers: [{ issuer: strange.origin, audiences: ['its-app'] }] });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await strange.close();
});
const { provider, sign } = service;

const link = (by: Actor, oauthProviders: readonly object[], userId = by.userId, more: object = {}) =>
  service.submit(by, 'create_oauth_providers', { userId, oauthProviders }, more);
const linksOf = async (user: Actor) =>
  (await service.ask(user, 'get_oauth_providers', { userId: user.userId })).json.oauthProviders;
const byToken = async (claims?: Record<string, unknown>) => ({ providerName: 'ID', oidcToken: await sign(claims) });
const byClaims = (claims: object) => ({
  providerName: 'ID',
  oidcClaims: { iss: provider.issuer, aud: provider.clientId, ...claims },
});
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('default: a token of a real provider', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const oidcToken = await provider.issueToken({ subject: 'ada', nonce: 'any' });
  const oauthProviders = [{ providerName: 'Example ID', oidcToken }];
  const { providerIds } = resultOf(await link(root, oauthProviders, user.userId));
  const record = {
    providerId: providerIds[0],
    providerName: 'Example ID',
    issuer: provider.issuer,
    audience: provider.clientId,
    subject: 'ada',
    createdAt: expect.anything(),
    updatedAt: expect.anything(),
  };
  expect(await linksOf(user)).toEqual([record]);
  expect((await service.ask(user, 'get_user', { userId: user.userId })).json.user.oauthProviders).toEqual([record]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('args: several together, in the order of the request, and base64 of a token', async () => {
  const [root] = await addOrganization(service);
  const subjects = ['one', 'two', 'three'];
  const items = await Promise.all(subjects.map((sub) => byToken({ sub })));
  const coded = items.map((item) => ({ ...item, oidcToken: Buffer.from(item.oidcToken).toString('base64') }));
  const { providerIds } = resultOf(await link(root, coded));
  const links = await linksOf(root);
  expect(providerIds.map((id: string) => links.find(({ providerId }: never) => providerId === id).subject)).toEqual(
    subjects,
  );
});

test('args: version 1', async () => {
  const [root] = await addOrganization(service);
  const type = 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS';
  const reply = await link(root, [await byToken()], root.userId, { type });
  expect(Object.keys(reply.json.activity.result)).toEqual(['createOauthProvidersResult']);
  expect(await linksOf(root)).toMatchObject([{ providerId: resultOf(reply).providerIds[0] }]);
});

test('behavior: users may link identities to themselves, and nobody else', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  resultOf(await link(user, [await byToken()], user.userId.toUpperCase()));
  expect(refusalOf(await link(user, [await byToken()], root.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect([await linksOf(user), await linksOf(root)]).toMatchObject([[{}], []]);
});

describe('claims', () => {
  test('default: beside a token of the same person, or on a user who is linked to that person', async () => {
    const [root] = await addOrganization(service);
    const person = newPerson();
    resultOf(await link(root, [byClaims({ ...person, aud: 'second' }), await byToken(person)]));
    resultOf(await link(root, [byClaims({ ...person, aud: 'third' })]));
    const audiences = (await linksOf(root)).map(({ audience }: { audience: string }) => audience);
    expect(audiences.sort()).toEqual([provider.clientId, 'second', 'third']);
  });

  test('error: nothing proves them', async () => {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    const person = newPerson();
    const proof = await byToken(person);
    const unproved = [
      [byClaims(person)],
      [proof, byClaims(newPerson())],
      [proof, byClaims({ ...person, iss: strange.origin })],
      // Otherwise the operator of one app could claim the identity that its user has at another one.
      [proof, byClaims({ ...person, aud: unlistedAudience })],
    ];
    for (const oauthProviders of unproved)
      expect(refusalOf(await link(root, oauthProviders))).toEqual([400, 'UNPROVED_OIDC_CLAIMS']);
    resultOf(await link(root, [proof]));
    // The link of another user proves nothing.
    const reply = await link(user, [byClaims({ ...person, aud: 'other' })]);
    expect(refusalOf(reply)).toEqual([400, 'UNPROVED_OIDC_CLAIMS']);
    expect(JSON.stringify(reply.json)).toContain('parameters.oauthProviders.0');
    expect(await linksOf(user)).toEqual([]);
  });

  test('error: a link that was deleted proves nothing', async () => {
    const [root] = await addOrganization(service);
    const person = newPerson();
    const { providerIds } = resultOf(await link(root, [await byToken(person)]));
    resultOf(await service.submit(root, 'delete_oauth_providers', { userId: root.userId, providerIds }));
    const reply = await link(root, [byClaims({ ...person, aud: 'other' })]);
    expect(refusalOf(reply)).toEqual([400, 'UNPROVED_OIDC_CLAIMS']);
  });

  test('error: a token and claims in one, or neither', async () => {
    const [root] = await addOrganization(service);
    const both = { ...(await byToken()), ...byClaims(newPerson()) };
    for (const item of [both, { providerName: 'ID' }])
      expect(refusalOf(await link(root, [item]))).toEqual([400, 'AMBIGUOUS_OIDC_IDENTITY']);
  });
});

test('error: the identity is already linked, in the request or to a user; in another organization it can be', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const user = await addUser(service, root);
  const item = await byToken();
  expect(refusalOf(await link(root, [item, item]))).toEqual([409, 'OAUTH_PROVIDER_ALREADY_EXISTS']);
  expect(await linksOf(root)).toEqual([]);
  resultOf(await link(root, [item]));
  for (const by of [root, user])
    expect(refusalOf(await link(by, [item]))).toEqual([409, 'OAUTH_PROVIDER_ALREADY_EXISTS']);
  resultOf(await link(child, [item]));
});

test('behavior: the same subject for another audience or issuer is another identity', async () => {
  const [root] = await addOrganization(service);
  const person = newPerson();
  resultOf(await link(root, [await byToken(person)]));
  resultOf(await link(await addUser(service, root), [await byToken({ ...person, aud: 'other-app' })]));
});

test('behavior: an identity can be linked again after its link or its user was deleted', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const item = await byToken();
  resultOf(await link(user, [item]));
  resultOf(await service.submit(root, 'delete_users', { userIds: [user.userId] }));
  const { providerIds } = resultOf(await link(root, [item]));
  resultOf(await service.submit(root, 'delete_oauth_providers', { userId: root.userId, providerIds }));
  resultOf(await link(await addUser(service, root), [item]));
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: more than ten', async () => {
  const [root] = await addOrganization(service);
  const items = (count: number) => Promise.all(Array.from({ length: count }, () => byToken()));
  expect(refusalOf(await link(root, await items(11)))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  resultOf(await link(root, await items(9)));
  expect(refusalOf(await link(root, await items(2)))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  resultOf(await link(root, await items(1)));
  expect(await linksOf(root)).toHaveLength(10);
});

test('error: unknown user, user of another organization, and the token is not looked at', async () => {
  const [root] = await addOrganization(service);
  const oidcToken = await sign({ iss: strange.origin, aud: 'its-app' });
  const asked = strange.requests.length;
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await link(root, [{ providerName: 'ID', oidcToken }], userId))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
  expect(strange.requests).toHaveLength(asked);
});

/** A token that is refused, with the reason; nothing is stored. */
async function expectRefusal(oidcToken: string, reason: string | RegExp): Promise<void> {
  const [root] = await addOrganization(service);
  const before = await readTables(service.database);
  // The token after a good one: neither is linked.
  const reply = await link(root, [await byToken(), { providerName: 'ID', oidcToken }]);
  expect(refusalOf(reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  expect(reply.json.message).toMatch(reason);
  expect(await readTables(service.database)).toEqual(before);
}

describe('tokens that are refused', () => {
  const seconds = () => Math.floor(Date.now() / 1000);

  test.each<[string, () => Record<string, unknown>, RegExp]>([
    ['expired', () => ({ exp: seconds() - 1 }), /it has expired/],
    ['of the future', () => ({ iat: seconds() + 90 }), /it was issued in the future/],
    ['of an issuer that is not accepted', () => ({ iss: 'https://id.example.com' }), /its issuer is not accepted/],
    ['without a subject', () => ({ sub: '' }), /its sub is not text/],
    ['for several audiences', () => ({ aud: ['one', 'two'] }), /it has several audiences/],
  ])('error: %s', async (_, claims, reason) => expectRefusal(await sign(claims()), reason));

  test('error: for an audience that is not accepted', async () => {
    const jwk = await provider.publicJwk();
    strange.answers['/.well-known/openid-configuration'] = {
      issuer: strange.origin,
      jwks_uri: `${strange.origin}/keys`,
    };
    strange.answers['/keys'] = { keys: [jwk] };
    await expectRefusal(await sign({ iss: strange.origin, aud: 'another-app' }), /its audience is not accepted/);
  });

  test('error: alg none', async () => {
    const [, payload] = (await sign()).split('.');
    for (const signature of ['', 'c2ln'])
      await expectRefusal(
        `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
        /its algorithm is not|compact/,
      );
  });

  test('error: HS256 with the public key as the secret', async () => {
    const jwk = await provider.publicJwk();
    const secret = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const [, payload] = (await sign()).split('.');
    const content = `${encode({ alg: 'HS256', kid: jwk.kid })}.${payload}`;
    const mac = createHmac('sha256', secret).update(content).digest('base64url');
    await expectRefusal(`${content}.${mac}`, /its algorithm is not/);
  });

  test('error: changed claims, no token at all', async () => {
    const [header, , signature] = (await sign()).split('.');
    const [, payload] = (await sign()).split('.');
    await expectRefusal(`${header}.${payload}.${signature}`, /its signature does not verify/);
    await expectRefusal('a.b.c', /invalid OIDC token/);
  });
});

describe('issuers that do not answer', () => {
  const huge = ' '.repeat(2 ** 22);
  const answers: [string, (response: ServerResponse) => void, RegExp][] = [
    ['slow', () => {}, /was not complete in time/],
    ['huge', (response) => response.end(huge), /cannot be fetched/],
    [
      'redirecting to loopback',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/keys' }).end(),
      /cannot be fetched: the status is 302/,
    ],
    ['failing', (response) => response.writeHead(503).end(), /the status is 503/],
  ];

  test.each(answers)('error: %s', async (_, answer, reason) => {
    await using issuer = await startJsonServer();
    await using alone = await startSignInService({ issuers: [{ issuer: issuer.origin }] });
    issuer.answers['/.well-known/openid-configuration'] = { issuer: issuer.origin, jwks_uri: `${issuer.origin}/keys` };
    issuer.answers['/keys'] = answer;
    await expectUnreachable(alone, issuer.origin, reason);
    expect(issuer.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('error: gone', async () => {
    const issuer = await startJsonServer();
    await using alone = await startSignInService({ issuers: [{ issuer: issuer.origin }] });
    await issuer.close();
    await expectUnreachable(alone, issuer.origin, /the host cannot be reached/);
  });

  async function expectUnreachable(alone: Awaited<ReturnType<typeof startSignInService>>, iss: string, reason: RegExp) {
    const [root] = await addOrganization(alone);
    const before = await readTables(alone.database);
    const oauthProviders = [{ providerName: 'ID', oidcToken: await alone.sign({ iss }) }];
    const reply = await alone.submit(root, 'create_oauth_providers', { userId: root.userId, oauthProviders });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
    expect(reply.json.message).toMatch(reason);
    expect(JSON.stringify(reply.json)).not.toContain(new URL(iss).port);
    expect(await readTables(alone.database)).toEqual(before);
  }
});

test('error: a token that expires before the last approval', async () => {
  await using own = await startSignInService();
  const [first, second] = (await addOrganization(own, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const oauthProviders = [{ providerName: 'ID', oidcToken: await own.sign() }];
  // It is for another user, so that it needs both.
  const parameters = { userId: second.userId, oauthProviders };
  const { json } = await own.submit(first, 'create_oauth_providers', parameters);
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  own.passTime(3_600_000);
  const { fingerprint } = json.activity;
  const timestampMs = String(Date.now() + 3_600_000);
  const approved = await own.submit(second, 'approve_activity', { fingerprint }, { timestampMs });
  expect(approved.json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED' });
  expect(approved.json.activity.failure.message).toMatch(/it has expired/);
});

test('error: a token that expires between prepare and commit', async () => {
  await using own = await startSignInService({ onVerified: (passTime) => passTime(60_000) });
  const [root] = await addOrganization(own);
  const exp = Math.floor(Date.now() / 1000) + 30;
  const oauthProviders = [{ providerName: 'ID', oidcToken: await own.sign({ exp }) }];
  const reply = await own.submit(root, 'create_oauth_providers', { userId: root.userId, oauthProviders });
  expect(refusalOf(reply)).toEqual([400, 'INVALID_OIDC_TOKEN']);
  expect(reply.json.message).toMatch(/it has expired/);
});
