import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const remove = (by: Actor, apiKeyIds: readonly string[], userId = by.userId) =>
  service.submit(by, 'delete_api_keys', { userId, apiKeyIds });
const addKey = async (user: Actor, more: object = {}) => {
  const { apiKey, ...key } = newKey();
  const parameters = { userId: user.userId, apiKeys: [{ ...apiKey, ...more }] };
  const { apiKeyIds } = resultOf(await service.submit(user, 'create_api_keys', parameters));
  return { ...user, ...key, id: apiKeyIds[0] as string };
};
const idsOf = async (user: Actor): Promise<string[]> =>
  (await service.ask(user, 'get_api_keys', { userId: user.userId })).json.apiKeys.map(
    ({ apiKeyId }: { apiKeyId: string }) => apiKeyId,
  );
const expiring = { expirationSeconds: '900' };

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const key = await addKey(user);
  expect(resultOf(await remove(root, [key.id], user.userId))).toEqual({ apiKeyIds: [key.id] });
  expect(refusalOf(await service.ask(key, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  expect(await idsOf(user)).not.toContain(key.id);
  const [row] = await service.database.query((sql) => sql`select deleted_at from api_keys where id = ${key.id}`);
  expect(row?.['deletedAt']).toBeInstanceOf(Date);
});

test('behavior: users may delete their own keys, even the one that stamps the request', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const key = await addKey(user);
  resultOf(await remove(key, [key.id.toUpperCase(), key.id], user.userId.toUpperCase()));
  expect(await idsOf(user)).toHaveLength(1);
});

test('error: the last credential cannot be deleted', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const second = await addKey(user);
  const both = await idsOf(user);
  expect(refusalOf(await remove(user, both))).toEqual([400, 'MISSING_CREDENTIAL']);
  expect(await idsOf(user)).toEqual(both);
  resultOf(await remove(user, [second.id]));
  expect(refusalOf(await remove(root, await idsOf(user), user.userId))).toEqual([400, 'MISSING_CREDENTIAL']);
});

test('error: only an expiring key would be left', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const [lasting] = await idsOf(user);
  const [first, second] = [await addKey(user, expiring), await addKey(user, expiring)];
  expect(refusalOf(await remove(first, [lasting as string]))).toEqual([400, 'MISSING_CREDENTIAL']);
  resultOf(await remove(user, [first.id, second.id]));
});

test('behavior: one of two expiring keys may be deleted, an expired key always', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { apiKeys: [{ ...newKey().apiKey, ...expiring }] });
  const [first] = (await service.ask(root, 'get_api_keys', { userId: user.userId })).json.apiKeys;
  const apiKeys = [{ ...newKey().apiKey, ...expiring }];
  const [second] = resultOf(await service.submit(root, 'create_api_keys', { userId: user.userId, apiKeys })).apiKeyIds;
  resultOf(await remove(root, [first.apiKeyId], user.userId));
  expect(refusalOf(await remove(root, [second], user.userId))).toEqual([400, 'MISSING_CREDENTIAL']);
  await arrangeRows(service, apiKeysTable, { id: second }, { expiresAt: new Date() });
  resultOf(await remove(root, [second], user.userId));
});

test('behavior: the last key may be deleted if there is a passkey', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { authenticators: [newPasskey().authenticator] });
  resultOf(await remove(user, await idsOf(user)));
});

test.for([
  ['on', ['FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH']],
  ['off', ['FEATURE_NAME_AUTH_PROXY']],
] as const)(
  'error: only contacts would be left, with their login method %s but not implemented',
  async ([, features]) => {
    const [root] = await addOrganization(service, { features });
    const user = await addUser(service, root, { userEmail: 'a@example.com', userPhoneNumber: '+14155550123' });
    expect(refusalOf(await remove(user, await idsOf(user)))).toEqual([400, 'MISSING_CREDENTIAL']);
  },
);

test('error: a key that is unknown, deleted, or of another user or organization, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const [mine, deleted] = [await addKey(root), await addKey(root)];
  resultOf(await remove(root, [deleted.id]));
  const others = await addKey(await addUser(service, root));
  const theirs = await addKey(child);
  for (const id of [randomUUID(), deleted.id, others.id, theirs.id])
    expect(refusalOf(await remove(root, [mine.id, id]))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  for (const key of [mine, others, theirs]) expect((await service.ask(key, 'whoami')).status).toBe(200);
});

test('error: unknown user', async () => {
  const [root] = await addOrganization(service);
  expect(refusalOf(await remove(root, [], randomUUID()))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('error: a key of another user, without being a root user', async () => {
  const [root] = await addOrganization(service);
  const key = await addKey(root);
  const user = await addUser(service, root);
  expect(refusalOf(await remove(user, [key.id], root.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  // Naming themselves with another user's key does not get around this.
  expect(refusalOf(await remove(user, [key.id]))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await service.ask(key, 'whoami')).status).toBe(200);
});
