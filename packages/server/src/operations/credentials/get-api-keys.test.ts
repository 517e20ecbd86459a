import { randomUUID } from 'node:crypto';
import getApiKeys from '@mintmark/schema/operations/credentials/get-api-keys';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newKey, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const keysOf = ({ json }: { json: { apiKeys: { credential: { publicKey: string } }[] } }) =>
  json.apiKeys.map(({ credential }) => credential.publicKey);

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const { apiKey } = newKey();
  const apiKeys = [{ ...apiKey, expirationSeconds: '900' }];
  resultOf(await service.submit(user, 'create_api_keys', { userId: user.userId, apiKeys }));
  const reply = await service.ask(user, 'get_api_keys', { userId: user.userId.toUpperCase() });
  expect(getApiKeys.response.parse(reply.json)).toEqual(reply.json);
  expect(keysOf(reply)).toEqual([apiKey.publicKey, user.publicKey]);
  expect(reply.json.apiKeys[0].expirationSeconds).toBe('900');
});

test('args: without a user, the keys of all users', async () => {
  const [root] = await addOrganization(service);
  await addOrganization(service, { parentId: root.organizationId });
  const user = await addUser(service, root);
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  expect(keysOf(await service.ask(user, 'get_api_keys'))).toEqual([user.publicKey, root.publicKey]);
});

test('error: a user that is unknown or of another organization', async () => {
  const [root] = await addOrganization(service);
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await service.ask(root, 'get_api_keys', { userId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
