import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { addressesIn, decisionsIn, payloadsOf } from '../../../test/proofs.ts';
import { newKey, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

let nowMs = Date.now();
const service = await startService({ clock: () => new Date(nowMs) });
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  nowMs = Date.now();
});
const { root, ask, database } = service;

const signUp = (request: object) => askProxy(service, 'signup_v2', { ...nobody, ...request });
const wallet = { walletName: 'Wallet', accounts: [ethereumAccount()] };
const hour = 60 * 60 * 1000;

/** What becomes of the activities of the parent. */
const activitiesOf = async () => (await ask(root, 'list_activities')).json.activities;

/** The tables without sign_ups, which remembers what was asked. */
async function readState() {
  const { tables, ...counts } = await readTables(database);
  return { ...counts, tables: tables.filter(({ name }) => name !== 'sign_ups') };
}

test('default: a sub-organization with a root user and a wallet', async () => {
  const { apiKey, ...key } = newKey();
  const passkey = newPasskey();
  const answer = await signUp({
    userName: 'Ada',
    userEmail: 'ada@example.com',
    userPhoneNumber: '+15555550100',
    organizationName: 'Ada & Co',
    apiKeys: [apiKey],
    authenticators: [passkey.authenticator],
    wallet,
  });
  expect(answer.status, answer.body).toBe(200);
  const { organizationId, userId, wallet: made, appProofs, ...others } = answer.json;
  expect(others).toEqual({});
  const payloads = await payloadsOf(service, root, appProofs);
  expect(decisionsIn(payloads)).toMatchObject([{ organizationId: root.organizationId, outcome: 'OUTCOME_ALLOW' }]);
  expect(addressesIn(payloads)).toMatchObject([
    { organizationId, walletId: made.walletId, address: made.addresses[0] },
  ]);
  expect(made.addresses).toEqual([expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)]);
  const whoami = { organizationId, organizationName: 'Ada & Co', userId, username: 'Ada' };
  expect((await ask({ ...key, organizationId, userId }, 'whoami')).json).toEqual(whoami);
  expect((await ask({ ...passkey, ...key, stamper: passkey.stamper, organizationId, userId }, 'whoami')).json).toEqual(
    whoami,
  );
  const { configs } = (await ask(root, 'get_organization_configs', { organizationId })).json;
  expect(configs.quorum).toEqual({ threshold: 1, userIds: [userId] });
  const { users } = (await ask(root, 'list_users', { organizationId })).json;
  expect(users).toMatchObject([{ userEmail: 'ada@example.com', userPhoneNumber: '+15555550100', userTags: [] }]);
});

test('behavior: it is an activity of the parent by the user of the proxy, and the audit holds', async () => {
  const { organizationId, appProofs } = (await signUp({ apiKeys: [newKey().apiKey], userTag: 'beta' })).json;
  const [activity] = await activitiesOf();
  expect(activity.appProofs).toEqual(appProofs);
  expect(await payloadsOf(service, root, appProofs)).toMatchObject([{ type: 'APP_PROOF_TYPE_POLICY_OUTCOME' }]);
  const { authProxyConfig } = (await ask(root, 'get_auth_proxy_config')).json;
  expect(activity).toMatchObject({
    type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
    status: 'ACTIVITY_STATUS_COMPLETED',
    result: { createSubOrganizationResultV8: { subOrganizationId: organizationId } },
    votes: [{ userId: authProxyConfig.userId, selection: 'VOTE_SELECTION_APPROVED' }],
  });
  // The tag is no parameter of the contract: only the stamped bytes have it.
  expect(activity.intent.createSubOrganizationIntentV8).not.toHaveProperty('userTag');
  expect(JSON.parse(activity.votes[0].message).signUp).toEqual({ userTag: 'beta' });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  [{}, 'user', 'user'],
  [{ userPhoneNumber: '+15555550101' }, '+15555550101', '+15555550101'],
  [{ userPhoneNumber: '+15555550101', userEmail: 'bob@example.com' }, 'bob@example.com', 'bob@example.com'],
  [{ userName: 'Bob', userEmail: 'bob@example.com' }, 'Bob', 'Bob'],
  [{ userName: 'Bob', organizationName: 'Bobs' }, 'Bob', 'Bobs'],
])('args: names of %o', async (names, userName, organizationName) => {
  const { apiKey, ...key } = newKey();
  const { organizationId, userId } = (await signUp({ apiKeys: [apiKey], ...names })).json;
  expect((await ask({ ...key, organizationId, userId }, 'whoami')).json).toMatchObject({
    username: userName,
    organizationName,
  });
});

test('args: userTag makes a tag and puts it on the user', async () => {
  const { organizationId } = (await signUp({ apiKeys: [newKey().apiKey], userTag: 'beta' })).json;
  const { userTags } = (await ask(root, 'list_user_tags', { organizationId })).json;
  expect(userTags).toMatchObject([{ tagName: 'beta' }]);
  const { users } = (await ask(root, 'list_users', { organizationId })).json;
  expect(users).toMatchObject([{ userTags: [userTags[0].tagId] }]);
});

describe('behavior: the same bytes again', () => {
  const request = () => ({ ...nobody, apiKeys: [newKey().apiKey], wallet });

  test('get the first answer', async () => {
    const body = request();
    const first = await signUp(body);
    const before = await readTables(database);
    nowMs += 23 * hour;
    expect((await signUp(body)).json).toEqual(first.json);
    expect(await readTables(database)).toEqual(before);
  });

  test('two hundred at the same moment make one sub-organization', async () => {
    const body = request();
    const before = (await activitiesOf()).length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => signUp(body)));
    const made = new Set(answers.flatMap(({ status, json }) => (status === 200 ? json.organizationId : [])));
    expect(made.size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await activitiesOf()).length).toBe(before + 1);
  });

  test('after more than a day are another sign-up', async () => {
    const body = request();
    const first = await signUp(body);
    nowMs += 24 * hour + 1;
    const second = await signUp(body);
    expect(second.status).toBe(200);
    expect(second.json.organizationId).not.toBe(first.json.organizationId);
  });

  test('after a process ended between the two writes, immediately and after an hour', async () => {
    for (const laterMs of [1_000, 2 * hour]) {
      const body = JSON.stringify(request());
      const digest = createHash('sha256').update(body).digest();
      await database.query(
        (sql) =>
          sql`insert into sign_ups ${sql({
            organizationId: root.organizationId,
            digest,
            timestampMs: nowMs,
            createdAt: new Date(nowMs),
          })}`,
      );
      const firstMs = nowMs;
      nowMs += laterMs;
      const answers = await Promise.all([1, 2, 3].map(() => askProxy(service, 'signup_v2', body)));
      expect(new Set(answers.map(({ json }) => json.organizationId)).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const made = answers[0]?.json.organizationId;
      const [row] = await database.query(
        (sql) => sql<{ body: Uint8Array }[]>`select body from activities where result like ${`%${made}%`}`,
      );
      const { timestampMs } = JSON.parse(Buffer.from(row?.body ?? []).toString());
      expect(Number(timestampMs)).toBe(laterMs < hour ? firstMs : nowMs);
    }
  });

  test('other bytes are another sign-up, also if they mean the same', async () => {
    const body = JSON.stringify(request());
    const first = await askProxy(service, 'signup_v2', body);
    nowMs += 1;
    const second = await askProxy(service, 'signup_v2', `${body} `);
    expect(second.status).toBe(200);
    expect(second.json.organizationId).not.toBe(first.json.organizationId);
  });

  test('are forgotten after a day', async () => {
    const count = () => database.query(async (sql) => (await sql`select from sign_ups`).length);
    await signUp(request());
    nowMs += 25 * hour;
    for (let left = await count(); left > 1; left = await count()) {
      await signUp({ apiKeys: [newKey().apiKey] });
      expect(await count()).toBeLessThan(left + 1);
      if ((await count()) < 12) break;
    }
    expect(await count()).toBeLessThan(12);
  });
});

describe('source', () => {
  const sourceOfOrganization = async (id: string) => {
    const [row] = await database.query(
      (sql) => sql<{ source: string | null }[]>`select source from organizations where id = ${id}`,
    );
    return row?.source;
  };
  const body = () => ({ ...nobody, apiKeys: [newKey().apiKey] });
  const signUpFrom = async (address: string, request: object) =>
    (await askProxy(service, 'signup_v2', request, {}, address)).json;

  test('default: a sign-up stores where it came from, and not the address', async () => {
    const [first, second, elsewhere] = [
      await signUpFrom('192.0.2.1', body()),
      await signUpFrom('192.0.2.1', body()),
      await signUpFrom('192.0.2.2', body()),
    ];
    const source = await sourceOfOrganization(first.organizationId);
    expect(source).toMatch(/^[0-9a-f]{32}$/);
    expect(await sourceOfOrganization(second.organizationId)).toBe(source);
    expect(await sourceOfOrganization(elsewhere.organizationId)).toMatch(/^[0-9a-f]{32}$/);
    expect(await sourceOfOrganization(elsewhere.organizationId)).not.toBe(source);
  });

  test('behavior: an organization that a user makes has none', async () => {
    const rootUsers = [{ userName: 'Ada', ...body() }];
    const made = await service.submit(root, 'create_sub_organization', {
      subOrganizationName: 'Sub',
      rootUsers,
      rootQuorumThreshold: 1,
    });
    expect(await sourceOfOrganization(resultOf(made).subOrganizationId)).toBeNull();
  });

  test('behavior: the same bytes from another address are the same activity, and leave the source', async () => {
    const request = body();
    const first = await signUpFrom('192.0.2.3', request);
    const before = await readTables(database);
    expect(await signUpFrom('192.0.2.4', request)).toEqual(first);
    expect(await readTables(database)).toEqual(before);
  });
});

describe('error', () => {
  const twice = newPasskey().authenticator;
  const key = newKey().apiKey;

  test.each<[string, object, number, string, string?]>([
    ['no credential', {}, 400, 'MISSING_CREDENTIAL'],
    [
      'a key that is not on the curve',
      { apiKeys: [{ ...key, publicKey: `02${'f'.repeat(64)}` }] },
      400,
      'INVALID_PUBLIC_KEY',
      'apiKeys.0.publicKey',
    ],
    [
      'a passkey for another challenge',
      { authenticators: [{ ...twice, challenge: 'YW5vdGhlcg' }] },
      400,
      'INVALID_ATTESTATION',
      'authenticators.0',
    ],
    ['the same key twice', { apiKeys: [key, key] }, 409, 'ALREADY_EXISTS'],
    ['the same passkey twice', { authenticators: [twice, twice] }, 409, 'ALREADY_EXISTS'],
    ['too many keys', { apiKeys: Array.from({ length: 11 }, () => newKey().apiKey) }, 429, 'RESOURCE_LIMIT_EXCEEDED'],
    [
      'a path that cannot be derived',
      { apiKeys: [key], wallet: { walletName: 'W', accounts: [ethereumAccount(0, { path: 'm/2147483648' })] } },
      400,
      'INVALID_PATH',
    ],
    [
      'an address format of another curve',
      {
        apiKeys: [key],
        wallet: { walletName: 'W', accounts: [ethereumAccount(0, { addressFormat: 'ADDRESS_FORMAT_SOLANA' })] },
      },
      400,
      'INVALID_ADDRESS_FORMAT',
    ],
    [
      'an account named twice',
      {
        apiKeys: [key],
        wallet: { walletName: 'W', accounts: [ethereumAccount(0, { name: 'A' }), ethereumAccount(1, { name: 'A' })] },
      },
      409,
      'ALREADY_EXISTS',
    ],
    [
      'claims without a token',
      { oauthProviders: [{ providerName: 'ID', oidcClaims: { iss: 'https://id.example.com', sub: 'a', aud: 'b' } }] },
      400,
      'UNPROVED_OIDC_CLAIMS',
    ],
    ['an unknown member', { apiKeys: [key], surprise: 1 }, 400, 'REQUEST_INVALID', 'surprise'],
    ['a missing list', { apiKeys: undefined }, 400, 'REQUEST_INVALID', 'apiKeys'],
    ['what only the proxy may say', { apiKeys: [key], signUp: { userTag: 'beta' } }, 400, 'REQUEST_INVALID', 'signUp'],
  ])('%s: nothing is made', async (_, request, status, code, field) => {
    const before = await readState();
    const answer = await signUp(request);
    expect(refusalOf(answer), answer.body).toEqual([status, code]);
    if (field !== undefined) expect(answer.json.details[1].fieldViolations[0].field).toBe(field);
    expect(await readState()).toEqual(before);
  });

  test('the tag of a sign-up is no part of create_sub_organization', async () => {
    const parameters = {
      subOrganizationName: 'Sub',
      rootUsers: [{ userName: 'Ada', ...nobody, apiKeys: [key] }],
      rootQuorumThreshold: 1,
    };
    const answer = await service.submit(root, 'create_sub_organization', parameters, { signUp: { userTag: 'beta' } });
    expect(refusalOf(answer)).toEqual([400, 'REQUEST_INVALID']);
  });

  test.each([
    ['AUTH_METHOD_API_KEY', { apiKeys: [key] }],
    ['AUTH_METHOD_API_KEY', { apiKeys: [{ ...key, expirationSeconds: '60' }] }],
    ['AUTH_METHOD_PASSKEY', { authenticators: [twice] }],
    ['AUTH_METHOD_EMAIL', { apiKeys: [key], userEmail: 'ada@example.com' }],
    ['AUTH_METHOD_SMS', { apiKeys: [key], userPhoneNumber: '+15555550100' }],
    ['AUTH_METHOD_OAUTH', { oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c' }] }],
  ])('%s is not allowed by the configuration', async (method, request) => {
    const { authProxyConfig } = (await ask(root, 'get_auth_proxy_config')).json;
    const allowed = authProxyConfig.allowedAuthMethods;
    const set = async (allowedAuthMethods: string[]) =>
      resultOf(await service.submit(root, 'update_auth_proxy_config', { allowedAuthMethods }));
    await set(allowed.filter((one: string) => one !== method));
    const before = await readState();
    expect(refusalOf(await signUp(request))).toEqual([403, 'AUTH_METHOD_NOT_ALLOWED']);
    expect(await readState()).toEqual(before);
    await set(allowed);
  });

  test('a key that expires is allowed beside a passkey', async () => {
    resultOf(await service.submit(root, 'update_auth_proxy_config', { allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] }));
    const { apiKey } = newKey();
    const request = { apiKeys: [{ ...apiKey, expirationSeconds: '60' }], authenticators: [newPasskey().authenticator] };
    expect((await signUp(request)).status).toBe(200);
  });
});
