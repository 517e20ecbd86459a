import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addUser } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { usersTable } from '../../identity/users/users-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask, send } = service;

/** An organization with three users, of whom the first is its root user. */
async function organization(): Promise<[Actor, Actor, Actor]> {
  const ada = await addSubOrganization(service, 'Ada');
  return [ada, await addUser(service, ada), await addUser(service, ada)];
}
const quorumOf = async (actor: Actor) => (await ask(actor, 'get_organization_configs')).json.configs.quorum;
const usersOf = async (actor: Actor) =>
  Number(
    (await service.database.query((sql) => sql`select from users where organization_id = ${actor.organizationId}`))
      .length,
  );

test('default', async () => {
  const [ada, bob, eve] = await organization();
  expect((await setQuorum(service, ada, 1, [bob, eve])).json.activity.result).toEqual({ updateRootQuorumResult: {} });
  const { threshold, userIds } = await quorumOf(ada);
  expect([threshold, userIds.toSorted()]).toEqual([1, [bob.userId, eve.userId].toSorted()]);
  expect((await setQuorum(service, ada, 1, [ada])).error).toBe('REQUEST_NOT_AUTHORIZED');
  expect((await setQuorum(service, bob, 1, [bob])).status).toBe(200);
});

test('args: ids in either case, and duplicates', async () => {
  const [ada, bob] = await organization();
  const twice = [bob.userId, bob.userId.toUpperCase(), ada.userId.toUpperCase()];
  expect((await submit(ada, 'update_root_quorum', { threshold: 2, userIds: twice })).status).toBe(200);
  expect((await quorumOf(ada)).userIds).toHaveLength(2);
});

test('behavior: a quorum of two executes it once, when the second user sends the same body', async () => {
  const [ada, bob, eve] = await organization();
  await setQuorum(service, ada, 2, [ada, bob]);
  const count = await usersOf(ada);
  const users = [
    {
      userName: 'Kim',
      userEmail: 'kim@example.com',
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      userTags: [],
    },
  ];
  const first = await submit(ada, 'create_users', { users });
  expect(first.json.activity).toMatchObject({
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    result: {},
    canApprove: false,
  });
  expect((await send(ada, 'create_users', first.body)).json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect((await send(eve, 'create_users', first.body)).error).toBe('REQUEST_NOT_AUTHORIZED');
  expect(await usersOf(ada)).toBe(count);
  const seconds = await Promise.all([1, 2, 3].map(() => send(bob, 'create_users', first.body)));
  for (const { json } of seconds) expect(json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await usersOf(ada)).toBe(count + 1);
  const last = await send(ada, 'create_users', first.body);
  expect(last.json.activity).toMatchObject({ id: first.json.activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
  expect(last.json.activity.votes.map(({ userId }: { userId: string }) => userId)).toEqual([ada.userId, bob.userId]);
});

test('behavior: a pending activity is decided by the quorum at the time of the decision', async () => {
  const [ada, bob, eve] = await organization();
  await setQuorum(service, ada, 2, [ada, bob, eve]);
  const first = await submit(ada, 'update_root_quorum', { threshold: 1, userIds: [ada.userId] });
  const raise = await setQuorum(service, ada, 3, [ada, bob, eve]);
  await send(bob, 'update_root_quorum', raise.body);
  expect((await quorumOf(ada)).threshold).toBe(3);
  const waiting = await send(bob, 'update_root_quorum', first.body);
  expect(waiting.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const done = await send(eve, 'update_root_quorum', first.body);
  expect(done.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await quorumOf(ada)).toEqual({ threshold: 1, userIds: [ada.userId] });
});

test('behavior: an approval no longer counts once its user is not a root user', async () => {
  const [ada, bob, eve] = await organization();
  await setQuorum(service, ada, 2, [ada, bob]);
  const pending = await submit(ada, 'set_organization_feature', { name: 'FEATURE_NAME_AUTH_PROXY' });
  const change = await setQuorum(service, ada, 2, [bob, eve]);
  await send(bob, 'update_root_quorum', change.body);
  const stale = await send(bob, 'set_organization_feature', pending.body);
  expect(stale.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const done = await send(eve, 'set_organization_feature', pending.body);
  expect(done.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});

test('error: unknown users', async () => {
  const [ada, bob] = await organization();
  const [, stranger] = await organization();
  expect((await setQuorum(service, ada, 1, [ada, stranger])).error).toBe('RESOURCE_NOT_FOUND');
  const userIds = [ada.userId, randomUUID()];
  expect((await submit(ada, 'update_root_quorum', { threshold: 1, userIds })).error).toBe('RESOURCE_NOT_FOUND');
  await arrangeRows(service, usersTable, { id: bob.userId }, { deletedAt: new Date() });
  expect((await setQuorum(service, ada, 1, [ada, bob])).error).toBe('RESOURCE_NOT_FOUND');
  expect(await quorumOf(ada)).toEqual({ threshold: 1, userIds: [ada.userId] });
});

test('error: an unreachable threshold, or none', async () => {
  const [ada] = await organization();
  const twice = [ada.userId, ada.userId.toUpperCase()];
  expect((await submit(ada, 'update_root_quorum', { threshold: 2, userIds: twice })).error).toBe('QUORUM_UNREACHABLE');
  expect((await setQuorum(service, ada, 0, [ada])).error).toBe('REQUEST_INVALID');
});

test('error: a user who is not a root user', async () => {
  const [, bob] = await organization();
  expect((await setQuorum(service, bob, 1, [bob])).error).toBe('REQUEST_NOT_AUTHORIZED');
});

test('behavior: the audit holds after all of this', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
