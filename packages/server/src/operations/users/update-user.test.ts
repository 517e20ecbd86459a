import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { usersTable } from '../../identity/users/users-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const tagOf = async (root: Actor, userTagName: string) =>
  resultOf(await service.submit(root, 'create_user_tag', { userTagName, userIds: [] })).userTagId;
const userOf = async ({ userId, ...root }: Actor, wanted = userId) =>
  (await service.ask({ userId, ...root }, 'get_user', { userId: wanted })).json.user;
const verify = ({ userId: id }: Actor) =>
  arrangeRows(service, usersTable, { id }, { emailVerified: true, phoneNumberVerified: true });
const verified = async ({ organizationId, userId }: Actor) => {
  const [row] = await service.database.query(
    (sql) => sql`
      select email_verified, phone_number_verified from users
      where organization_id = ${organizationId} and id = ${userId}`,
  );
  return { ...row };
};

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const contacts = { userEmail: 'ada@example.com', userPhoneNumber: '+14155550123' };
  const reply = await service.submit(root, 'update_user', { userId: user.userId, userName: 'Ada', ...contacts });
  expect(resultOf(reply)).toEqual({ userId: user.userId });
  expect(await userOf(root, user.userId)).toMatchObject({ userName: 'Ada', ...contacts });
  expect(await userOf(root)).toMatchObject({ userName: 'Root' });
});

test('behavior: fields that are left out do not change', async () => {
  const [root] = await addOrganization(service);
  const tag = await tagOf(root, 'Kept');
  const user = await addUser(service, root, { userEmail: 'a@example.com', userTags: [tag] });
  const before = await userOf(root, user.userId);
  resultOf(await service.submit(root, 'update_user', { userId: user.userId }));
  expect({ ...(await userOf(root, user.userId)), updatedAt: before.updatedAt }).toEqual(before);
});

test('args: tags replace all that the user had', async () => {
  const [root] = await addOrganization(service);
  const [first, second, third] = [await tagOf(root, 'A'), await tagOf(root, 'B'), await tagOf(root, 'C')];
  const user = await addUser(service, root, { userTags: [first, second] });
  const set = async (...userTagIds: string[]) => {
    resultOf(await service.submit(root, 'update_user', { userId: user.userId, userTagIds }));
    return (await userOf(root, user.userId)).userTags;
  };
  expect(await set(second, third, third.toUpperCase())).toEqual([second, third].sort());
  expect(await set()).toEqual([]);
});

test('behavior: a new contact is not verified, and the same contact stays verified', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { userEmail: 'a@example.com', userPhoneNumber: '+14155550123' });
  await verify(user);
  const { userId } = user;
  resultOf(await service.submit(root, 'update_user', { userId, userName: 'Ada', userPhoneNumber: '+14155550123' }));
  expect(await verified(user)).toEqual({ emailVerified: true, phoneNumberVerified: true });
  resultOf(await service.submit(root, 'update_user', { userId, userEmail: 'b@example.com' }));
  expect(await verified(user)).toEqual({ emailVerified: false, phoneNumberVerified: true });
  resultOf(await service.submit(root, 'update_user', { userId, userPhoneNumber: '+14155550124' }));
  expect(await verified(user)).toEqual({ emailVerified: false, phoneNumberVerified: false });
});

test('args: an id in upper case', async () => {
  const [root] = await addOrganization(service);
  const reply = await service.submit(root, 'update_user', { userId: root.userId.toUpperCase(), userName: 'Ada' });
  expect(resultOf(reply)).toEqual({ userId: root.userId });
});

test('error: unknown user, deleted user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  for (const userId of [randomUUID(), deleted.userId, child.userId, service.root.userId])
    expect(refusalOf(await service.submit(root, 'update_user', { userId, userName: 'Eve' }))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
});

test('error: unknown tag, and nothing is changed', async () => {
  const [root] = await addOrganization(service);
  const tag = await tagOf(root, 'Kept');
  const user = await addUser(service, root, { userTags: [tag] });
  const change = { userId: user.userId, userName: 'Eve', userTagIds: [tag, randomUUID()] };
  expect(refusalOf(await service.submit(root, 'update_user', change))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect(await userOf(root, user.userId)).toMatchObject({ userName: 'User', userTags: [tag] });
});

test('error: a user who is not a root user, even for themselves', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'update_user', { userId: user.userId, userName: 'Eve' });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(await userOf(root, user.userId)).toMatchObject({ userName: 'User' });
});

test('error: a parent may not change its sub-organization', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const { organizationId, userId } = child;
  const reply = await service.submit(root, 'update_user', { userId, userName: 'Eve' }, { organizationId });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(await userOf(child)).toMatchObject({ userName: 'Root' });
});
