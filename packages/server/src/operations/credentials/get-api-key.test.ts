import { randomUUID } from 'node:crypto';
import getApiKey from '@mintmark/schema/operations/credentials/get-api-key';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const [{ apiKeyId }] = (await service.ask(root, 'get_api_keys', { userId: user.userId })).json.apiKeys;
  const { json } = await service.ask(user, 'get_api_key', { apiKeyId: apiKeyId.toUpperCase() });
  expect(getApiKey.response.parse(json)).toEqual(json);
  expect(json.apiKey).toMatchObject({
    apiKeyId,
    apiKeyName: 'Key',
    credential: { publicKey: user.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  });
  expect(json.apiKey).not.toHaveProperty('expirationSeconds');
});

test('error: a key that is unknown, deleted or of another organization', async () => {
  const [root] = await addOrganization(service);
  const deleted = await addUser(service, root);
  const keyOf = async (by: typeof root, userId = by.userId) =>
    (await service.ask(by, 'get_api_keys', { userId })).json.apiKeys[0].apiKeyId;
  const ids = [randomUUID(), await keyOf(root, deleted.userId), await keyOf(service.root)];
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  for (const apiKeyId of ids)
    expect(refusalOf(await service.ask(root, 'get_api_key', { apiKeyId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
