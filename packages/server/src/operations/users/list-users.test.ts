import listUsers from '@mintmark/schema/operations/users/list-users';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  await addOrganization(service, { parentId: root.organizationId });
  const [first, second] = [await addUser(service, root), await addUser(service, root)];
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  const { json } = await service.ask(first, 'list_users');
  expect(listUsers.response.parse(json)).toEqual(json);
  // Newest first; each with its own credentials.
  expect(json.users).toMatchObject(
    [second, first, root].map(({ userId, publicKey }) => ({ userId, apiKeys: [{ credential: { publicKey } }] })),
  );
});
