import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { newKey, type Reply, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { readTables } from '../../../test/table-state.ts';
import { activitiesTable } from '../audit/activities-table.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import type { RowOf } from '../tables/define-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask, database, macs } = service;

const violationsOf = ({ json }: Reply) =>
  json.details.flatMap(({ fieldViolations = [] }: { fieldViolations?: object[] }) => fieldViolations);

const { publicKey, apiKey } = newKey();
const user = { userName: 'Ada\u202enimda', userTags: [], apiKeys: [apiKey], authenticators: [], oauthProviders: [] };
const { oauthProviders: _, ...olderUser } = {
  ...user,
  userName: 'Ada',
  apiKeys: [{ apiKeyName: 'A\u200bb', publicKey }],
};

describe('error: a name with a character that nobody sees is refused with its place and its code, and nothing changes', () => {
  test.for([
    ['create_users', { users: [user] }, {}, 'users.0.userName', 'U+202E'],
    [
      'create_users',
      { users: [olderUser] },
      { type: 'ACTIVITY_TYPE_CREATE_USERS_V2' },
      'users.0.apiKeys.0.apiKeyName',
      'U+200B',
    ],
    ['create_user_tag', { userTagName: 'Treasurers\u2060', userIds: [] }, {}, 'userTagName', 'U+2060'],
    ['create_wallet', { walletName: 'Cold\u00adHot', accounts: [] }, {}, 'walletName', 'U+00AD'],
    [
      'create_private_key_tag',
      { privateKeyTagName: '\u061cHot', privateKeyIds: [] },
      {},
      'privateKeyTagName',
      'U+061C',
    ],
  ] as const)('%s', async ([operation, parameters, more, field, code]) => {
    const before = await readTables(database);
    const reply = await submit(root, operation, parameters, more);
    expect([reply.status, reply.error]).toEqual([400, 'REQUEST_INVALID']);
    const description = `has the invisible character ${code}`;
    expect(violationsOf(reply)).toEqual([{ field: `parameters.${field}`, description }]);
    expect(reply.json.message).toBe(`parameters.${field}: ${description}`);
    expect(await readTables(database)).toEqual(before);
  });

  test.each(['userName', 'organizationName', 'userTag'])('the %s of a sign-up', async (member) => {
    const before = await readTables(database);
    const reply = await askProxy(service, 'signup_v2', { ...nobody, [member]: 'Ada\u2067' });
    expect([reply.status, reply.error]).toEqual([400, 'REQUEST_INVALID']);
    expect(violationsOf(reply)).toEqual([{ field: member, description: 'has the invisible character U+2067' }]);
    expect(await readTables(database)).toEqual(before);
  });
});

test('behavior: joiners, variation selectors and other scripts', async () => {
  for (const walletName of ['می‌خواهم', '👩‍👩‍👧 ❤️', 'עברית', '葛󠄀'])
    resultOf(await submit(root, 'create_wallet', { walletName, accounts: [] }));
});

test('behavior: an activity that waits since before the rule is listed, and no vote carries it out', async () => {
  const [owner] = await addOrganization(service);
  const approver = await addUser(service, owner);
  const policy = { policyName: 'Two', effect: 'EFFECT_ALLOW', consensus: 'approvers.count() >= 2', notes: '' };
  resultOf(await submit(owner, 'create_policy', policy));
  const submitter = await addUser(service, owner);
  const asked = await submit(submitter, 'create_wallet', { walletName: 'Hot', accounts: [] });
  const { activity } = asked.json;
  const list = async () => (await ask(approver, 'list_activities')).json.activities[0];
  expect(await list()).toMatchObject({ id: activity.id, canApprove: true });
  const body = Buffer.from(asked.body.replace('Hot', 'H\u200bot'));
  const fingerprint = createHash('sha256').update(body).digest();
  await database.transaction(async (sql) => {
    const [row] = await sql<[Authenticated<RowOf<typeof activitiesTable>>]>`
      select * from activities where id = ${activity.id}`;
    const mac = macs.macOf(activitiesTable, { ...row, fingerprint });
    await sql`update activities set body = ${body}, fingerprint = ${fingerprint}, mac = ${mac} where id = ${row.id}`;
  });
  expect(await list()).toMatchObject({
    canApprove: false,
    intent: { createWalletIntent: { walletName: 'H\u200bot' } },
  });
  const vote = await submit(approver, 'approve_activity', { fingerprint: `sha256:${fingerprint.toString('hex')}` });
  expect([vote.status, vote.error]).toEqual([400, 'REQUEST_INVALID']);
  expect((await ask(owner, 'list_wallets')).json.wallets).toEqual([]);
});
