import { randomUUID } from 'node:crypto';
import getUser from '@mintmark/schema/operations/users/get-user';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { userName: 'Ada', userEmail: 'ada@example.com' });
  const { status, json } = await service.ask(user, 'get_user', { userId: user.userId.toUpperCase() });
  expect(status).toBe(200);
  expect(getUser.response.parse(json)).toEqual(json);
  expect(json.user).toMatchObject({
    userId: user.userId,
    userName: 'Ada',
    userEmail: 'ada@example.com',
    apiKeys: [{ credential: { publicKey: user.publicKey } }],
    authenticators: [],
    userTags: [],
    oauthProviders: [],
  });
});

test('behavior: a parent reads its sub-organization, and not the other way round', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const { organizationId, userId } = child;
  expect((await service.ask(root, 'get_user', { organizationId, userId })).json.user.userId).toBe(userId);
  const up = { organizationId: root.organizationId, userId: root.userId };
  expect(refusalOf(await service.ask(child, 'get_user', up))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
});

test('error: unknown user, deleted user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  for (const userId of [randomUUID(), deleted.userId, child.userId, service.root.userId])
    expect(refusalOf(await service.ask(root, 'get_user', { userId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
