import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const namesOf = async (root: Actor) =>
  (await service.ask(root, 'list_users')).json.users.map(({ userName }: { userName: string }) => userName);

test('default', async () => {
  const [root] = await addOrganization(service);
  const tag = resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Tag', userIds: [root.userId] }));
  const passkey = newPasskey();
  const more = { authenticators: [passkey.authenticator], userTags: [tag.userTagId] };
  const users = [await addUser(service, root, more), await addUser(service, root)];
  const userIds = users.map(({ userId }) => userId);
  expect(resultOf(await service.submit(root, 'delete_users', { userIds }))).toEqual({ userIds });
  expect(await namesOf(root)).toEqual(['Root']);
  for (const user of users) expect(refusalOf(await service.ask(user, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  const byPasskey = { ...root, stamper: passkey.stamper };
  expect(refusalOf(await service.ask(byPasskey, 'whoami'))).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  const removed = resultOf(await service.submit(root, 'delete_user_tags', { userTagIds: [tag.userTagId] }));
  expect(removed.userIds).toEqual([root.userId]);
});

test('behavior: the rows are kept for the audit', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root, { authenticators: [newPasskey().authenticator] });
  resultOf(await service.submit(root, 'delete_users', { userIds: [userId] }));
  const [counts] = await service.database.query(
    (sql) => sql`
      select
        (select count(*) from users where id = ${userId} and deleted_at is not null) as users,
        (select count(*) from api_keys where user_id = ${userId} and deleted_at is not null) as keys,
        (select count(*) from authenticators where user_id = ${userId} and deleted_at is not null) as passkeys`,
  );
  expect({ ...counts }).toEqual({ users: 1n, keys: 1n, passkeys: 1n });
});

test('behavior: the public key of a deleted user may be registered again', async () => {
  const [root] = await addOrganization(service);
  const { userId, publicKey } = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [userId] }));
  await addUser(service, root, { apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }] });
});

test('args: the same user twice, in either case', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root);
  const reply = await service.submit(root, 'delete_users', { userIds: [userId.toUpperCase(), userId] });
  expect(resultOf(reply)).toEqual({ userIds: [userId] });
});

test('behavior: root users may delete themselves if enough others are left', async () => {
  const [root, other] = await addOrganization(service, { roots: 2 });
  await addUser(service, root);
  const reply = await service.submit(root, 'delete_users', { userIds: [root.userId] });
  expect(resultOf(reply)).toEqual({ userIds: [root.userId] });
  expect(reply.json.activity.votes[0].user).toMatchObject({ userId: root.userId, apiKeys: [{ apiKeyName: 'Key' }] });
  expect(refusalOf(await service.ask(root, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  const last = await service.submit(other as Actor, 'delete_users', { userIds: [other?.userId] });
  expect(refusalOf(last)).toEqual([400, 'QUORUM_UNREACHABLE']);
});

test('error: fewer root users than the threshold would be left when it is approved', async () => {
  const [first, second, third] = (await addOrganization(service, { roots: 3, threshold: 2 })) as [Actor, Actor, Actor];
  const userIds = [second.userId, third.userId];
  const { body, json } = await service.submit(first, 'delete_users', { userIds });
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const { json: approved } = await service.send(second, 'delete_users', body);
  expect(approved.activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', result: {} });
  expect(approved.activity.failure.details[0].errorCode).toBe('QUORUM_UNREACHABLE');
  expect(await namesOf(first)).toHaveLength(3);
});

test('error: one of them unknown, deleted or of another organization, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId, roots: 2 });
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  const user = await addUser(service, root);
  for (const id of [randomUUID(), deleted.userId, child.userId]) {
    const reply = await service.submit(root, 'delete_users', { userIds: [user.userId, id] });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
  expect(await namesOf(root)).toEqual(['User', 'Root']);
  expect((await service.ask(user, 'whoami')).status).toBe(200);
  expect(await namesOf(child)).toHaveLength(2);
});

test('error: a user who is not a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'delete_users', { userIds: [user.userId] });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
