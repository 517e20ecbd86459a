import createUserTag from '@mintmark/schema/operations/users/create-user-tag';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { implement } from '../../core/handlers/implement.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import usual from '../../operations/users/create-user-tag.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

/** An activity that the parent's users may submit too. */
const handler = implement(createUserTag, usual.execute as never, { byParent: true });
const service = await startService({}, { handlers: { create_user_tag: handler } });
afterAll(() => service[Symbol.asyncDispose]());

const { submit, ask } = service;
const addFamily = async (parentOptions = {}) => {
  const [parent] = await addOrganization(service, parentOptions);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  return { parent, child };
};
const tagIn = ({ organizationId }: Actor, by: Actor, userTagName = 'Tag') =>
  submit({ ...by, organizationId }, 'create_user_tag', { userTagName, userIds: [] });
const tagsOf = async (actor: Actor) => (await ask(actor, 'list_user_tags')).json.userTags;

test('default: a root user of the parent runs it in the sub-organization', async () => {
  const { parent, child } = await addFamily();
  const reply = await tagIn(child, parent);
  resultOf(reply);
  expect(reply.json.activity).toMatchObject({ organizationId: child.organizationId, canApprove: false });
  expect(reply.json.activity.votes).toMatchObject([{ userId: parent.userId }]);
  expect(await tagsOf(child)).toHaveLength(1);
  expect(await tagsOf(parent)).toEqual([]);
  const { problems } = await verifyAudit(service);
  expect(problems).toEqual([]);
});

test('behavior: the contacts of the parent’s user are not shown in the sub-organization', async () => {
  const { parent, child } = await addFamily();
  resultOf(await submit(parent, 'update_user_email', { userId: parent.userId, userEmail: 'root@example.com' }));
  const { votes } = (await tagIn(child, parent)).json.activity;
  expect(votes[0].user).toMatchObject({ userName: 'Root', apiKeys: [{}] });
  expect(JSON.stringify(votes)).not.toContain('root@example.com');
});

test('behavior: the same body again is the same activity, from either organization', async () => {
  const { parent, child } = await addFamily();
  const first = await tagIn(child, parent);
  const again = await service.send(parent, 'create_user_tag', first.body);
  expect(again.json.activity.id).toBe(first.json.activity.id);
  const own = await service.send(child, 'create_user_tag', first.body);
  expect(own.json.activity.id).toBe(first.json.activity.id);
  expect(own.json.activity.votes).toHaveLength(1);
  expect(await tagsOf(child)).toHaveLength(1);
});

test('error: without the rights in the parent, nothing is stored', async () => {
  const { parent, child } = await addFamily();
  const user = await addUser(service, parent);
  expect(refusalOf(await tagIn(child, user))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  const pair = await addFamily({ roots: 2, threshold: 2 });
  expect(refusalOf(await tagIn(pair.child, pair.parent))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  for (const actor of [child, pair.child]) expect((await ask(actor, 'list_activities')).json.activities).toEqual([]);
});

test('error: the sub-organization’s users in the parent, users of a sibling or a stranger', async () => {
  const { parent, child } = await addFamily();
  const [sibling] = await addOrganization(service, { parentId: parent.organizationId });
  const [stranger] = await addOrganization(service);
  for (const [target, by] of [
    [parent, child],
    [child, sibling],
    [child, stranger],
  ] as const)
    expect(refusalOf(await tagIn(target, by))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
});

test('error: votes of the parent’s users', async () => {
  const [parent] = await addOrganization(service);
  const [one] = await addOrganization(service, { parentId: parent.organizationId, roots: 2, threshold: 2 });
  const { activity } = (await tagIn(one, one)).json;
  expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const { fingerprint } = activity;
  const byParent = { ...parent, organizationId: one.organizationId };
  expect(refusalOf(await submit(byParent, 'approve_activity', { fingerprint }))).toEqual([
    400,
    'ORGANIZATION_MISMATCH',
  ]);
});

test('error: the audit finds a decision by a row that the parent never had', async () => {
  const { parent, child } = await addFamily();
  const { database, macs } = service;
  await database.transaction(async (sql) => {
    const [user] = await sql<[RowOf<typeof usersTable>]>`
      select * from users where organization_id = ${parent.organizationId} and id = ${parent.userId}`;
    const changed = { ...user, name: 'Eve' };
    await sql`
      update users set name = ${changed.name}, mac = ${macs.macOf(usersTable, changed)}
      where organization_id = ${parent.organizationId} and id = ${parent.userId}`;
  });
  const { id } = (await tagIn(child, parent)).json.activity;
  const { problems } = await verifyAudit(service);
  expect(problems).toContainEqual({
    organizationId: child.organizationId,
    subject: `activity ${id}`,
    problem: `was decided with a version of users/${parent.userId} that the parent never had`,
  });
});
