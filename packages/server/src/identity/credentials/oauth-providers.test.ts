import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { newPerson, startSignInService } from '../../../test/sign-in-service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';

const service = await startSignInService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, provider, sign } = service;

const bare = { userName: 'Ada', apiKeys: [], authenticators: [] };
const byToken = async (claims?: Record<string, unknown>) => ({ providerName: 'ID', oidcToken: await sign(claims) });
const byClaims = (claims: object) => ({
  providerName: 'ID',
  oidcClaims: { iss: provider.issuer, aud: provider.clientId, ...claims },
});
const logIn = async (where: Actor, person: object) => {
  const { publicKey } = newKey();
  const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
  return await service.submit(where, 'oauth_login', { oidcToken, publicKey });
};
const linksOf = async (by: Actor, organizationId = by.organizationId) =>
  (await service.ask(by, 'get_oauth_providers', { organizationId })).json.oauthProviders;

/** How users are created: in an organization, and with one. */
const ways = [
  {
    name: 'create_users',
    older: ['ACTIVITY_TYPE_CREATE_USERS_V3'],
    create: (users: readonly object[], more: object = {}) =>
      service.submit(root, 'create_users', { users: users.map((user) => ({ ...user, userTags: [] })) }, more),
    place: async () => root.organizationId,
  },
  {
    name: 'create_sub_organization',
    older: [5, 6, 7].map((version) => `ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V${version}`),
    create: (rootUsers: readonly object[], more: object = {}) =>
      service.submit(
        root,
        'create_sub_organization',
        { subOrganizationName: 'Ada', rootUsers, rootQuorumThreshold: 1 },
        more,
      ),
    place: async (result: { subOrganizationId: string }) => result.subOrganizationId,
  },
];

test.for(ways)('default: $name links a user who has nothing else, and who can log in', async ({ create, place }) => {
  const person = newPerson();
  const result = resultOf(await create([{ ...bare, oauthProviders: [await byToken(person)] }]));
  const organizationId = await place(result);
  resultOf(await logIn({ ...root, organizationId }, person));
  expect(await linksOf(root, organizationId)).toContainEqual(expect.objectContaining({ subject: person.sub }));
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.for(ways)('args: older types of $name, which take only tokens', async ({ older, create, place }) => {
  for (const type of older) {
    const person = newPerson();
    // Version 5 has no curves.
    const reply = await create([{ ...bare, oauthProviders: [await byToken(person)] }], { type });
    expect([type, reply.json.activity?.status]).toEqual([type, 'ACTIVITY_STATUS_COMPLETED']);
    resultOf(await logIn({ ...root, organizationId: await place(resultOf(reply)) }, person));
    const claims = await create([{ ...bare, oauthProviders: [byClaims(person)] }], { type });
    expect(refusalOf(claims)).toEqual([400, 'REQUEST_INVALID']);
  }
});

test.for(ways)('args: $name with claims beside a token of the same person', async ({ create, place }) => {
  const person = newPerson();
  const oauthProviders = [await byToken(person), byClaims({ ...person, aud: 'second-app' })];
  const organizationId = await place(resultOf(await create([{ ...bare, oauthProviders }])));
  for (const aud of [provider.clientId, 'second-app'])
    resultOf(await logIn({ ...root, organizationId }, { ...person, aud }));
});

test.for(ways)('error: $name with identities that are not proved, and nothing is created', async ({ create }) => {
  const person = newPerson();
  const proof = await byToken(person);
  const cases: [object[][], string][] = [
    [[[byClaims(person)]], 'UNPROVED_OIDC_CLAIMS'],
    [[[proof, byClaims(newPerson())]], 'UNPROVED_OIDC_CLAIMS'],
    // The token of one user proves nothing about another.
    [[[proof], [await byToken(), byClaims({ ...person, aud: 'other' })]], 'UNPROVED_OIDC_CLAIMS'],
    [[[{ ...proof, ...byClaims(person) }]], 'AMBIGUOUS_OIDC_IDENTITY'],
    [[[proof, await byToken({ exp: 1 })]], 'INVALID_OIDC_TOKEN'],
    [[[proof], [proof]], 'OAUTH_PROVIDER_ALREADY_EXISTS'],
    [[await Promise.all(Array.from({ length: 11 }, () => byToken()))], 'RESOURCE_LIMIT_EXCEEDED'],
  ];
  const before = await readTables(service.database);
  for (const [lists, error] of cases) {
    const reply = await create(lists.map((oauthProviders) => ({ ...bare, oauthProviders })));
    expect([error, reply.error]).toEqual([error, error]);
  }
  expect(await readTables(service.database)).toEqual(before);
});

test('behavior: a sub-organization with a linked user and a wallet', async () => {
  const wallet = { walletName: 'Wallet', accounts: [ethereumAccount(0)] };
  const rootUsers = [{ ...bare, oauthProviders: [await byToken()] }];
  const parameters = { subOrganizationName: 'Ada', rootUsers, rootQuorumThreshold: 1, wallet };
  const result = resultOf(await service.submit(root, 'create_sub_organization', parameters));
  expect(result.wallet.addresses).toHaveLength(1);
  expect(await linksOf(root, result.subOrganizationId)).toHaveLength(1);
  // A token that does not verify leaves no wallet either.
  const before = await readTables(service.database);
  const bad = { ...parameters, rootUsers: [{ ...bare, oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c' }] }] };
  expect(refusalOf(await service.submit(root, 'create_sub_organization', bad))).toEqual([400, 'INVALID_OIDC_TOKEN']);
  expect(await readTables(service.database)).toEqual(before);
});

test('behavior: list_suborgs finds the sub-organization of an identity', async () => {
  const person = newPerson();
  const oauthProviders = [await byToken(person)];
  const [one, two] = [
    await addSubOrganization(service, 'One', { oauthProviders }),
    await addSubOrganization(service, 'Two', { oauthProviders }),
  ];
  const list = async (claims: Record<string, unknown>, by = root) => {
    const asked = { filterType: 'OIDC_TOKEN', filterValue: await sign(claims) };
    const { json, error } = await service.ask(by, 'list_suborgs', asked);
    return json.organizationIds ?? error;
  };
  expect(await list(person)).toEqual([two.organizationId, one.organizationId]);
  for (const other of [newPerson(), { ...person, aud: 'other-app' }]) expect(await list(other)).toEqual([]);
  expect(await list(person, (await addOrganization(service))[0])).toEqual([]);
  expect(await list({ ...person, exp: 1 })).toBe('INVALID_OIDC_TOKEN');
  expect(await list({ ...person, iss: 'https://id.example.com' })).toBe('INVALID_OIDC_TOKEN');
  const [{ providerId }] = await linksOf(one);
  const parameters = { userId: one.userId, providerIds: [providerId] };
  resultOf(await service.submit(one, 'delete_oauth_providers', parameters));
  expect(await list(person)).toEqual([two.organizationId]);
});

test('behavior: no connection is held while a query waits for an issuer', async () => {
  const busy: number[] = [];
  await using watched = await startSignInService({ onVerified: () => busy.push(watched.database.connections.busy) });
  const asked = { filterType: 'OIDC_TOKEN', filterValue: await watched.sign() };
  expect((await watched.ask(watched.root, 'list_suborgs', asked)).json).toEqual({ organizationIds: [] });
  expect(busy).toEqual([0]);
});

test('behavior: a linked identity is enough for the root quorum, a key that expires is not', async () => {
  const [admin] = await addOrganization(service);
  const apiKeys = [{ ...newKey().apiKey, expirationSeconds: '900' }];
  const users = [
    { ...bare, apiKeys, oauthProviders: [], userTags: [] },
    { ...bare, oauthProviders: [await byToken()], userTags: [] },
  ];
  const { userIds } = resultOf(await service.submit(admin, 'create_users', { users }));
  const [expiring, linked] = userIds;
  const quorumOf = (userId: string) => service.submit(admin, 'update_root_quorum', { threshold: 1, userIds: [userId] });
  expect(refusalOf(await quorumOf(expiring))).toEqual([400, 'QUORUM_UNREACHABLE']);
  resultOf(await quorumOf(linked));
});
