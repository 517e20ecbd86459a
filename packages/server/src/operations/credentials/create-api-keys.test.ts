import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const create = (by: Actor, apiKeys: readonly object[], userId = by.userId) =>
  service.submit(by, 'create_api_keys', { userId, apiKeys });
const newKeys = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ ...newKey().apiKey, ...more }));
const expiring = { expirationSeconds: '900' };
const idsOf = async (user: Actor) =>
  (await service.ask(user, 'get_api_keys', { userId: user.userId })).json.apiKeys.map(
    ({ apiKeyId }: { apiKeyId: string }) => apiKeyId,
  );

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const { apiKey, ...key } = newKey();
  const { apiKeyIds } = resultOf(await create(root, [{ ...apiKey, ...expiring }], user.userId));
  const { json } = await service.ask({ ...user, ...key }, 'whoami');
  expect(json).toMatchObject({ userId: user.userId });
  const [apiKeyId] = apiKeyIds;
  expect((await service.ask(user, 'get_api_key', { apiKeyId })).json.apiKey).toMatchObject({
    apiKeyId,
    credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
    ...expiring,
  });
});

test('args: every curve, in the order of the request, and a key in upper case', async () => {
  const [root] = await addOrganization(service);
  const curves = { P256: 'p256', SECP256K1: 'secp256k1', ED25519: 'ed25519' } as const;
  const names = Object.keys(curves) as (keyof typeof curves)[];
  const keys = names.map((name) => generatePrivateKey(curves[name]).toApiKey().publicKey);
  const apiKeys = names.map((name, index) => ({
    apiKeyName: name,
    publicKey: keys[index]?.toUpperCase(),
    curveType: `API_KEY_CURVE_${name}`,
  }));
  const { apiKeyIds } = resultOf(await create(root, apiKeys));
  for (const [index, apiKeyId] of apiKeyIds.entries())
    expect((await service.ask(root, 'get_api_key', { apiKeyId })).json.apiKey).toMatchObject({
      apiKeyName: names[index],
      credential: { publicKey: keys[index], type: `CREDENTIAL_TYPE_API_KEY_${names[index]}` },
    });
});

test('behavior: users may add keys to themselves, with their id in either case', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  resultOf(await create(user, newKeys(1)));
  resultOf(await create(user, newKeys(1), user.userId.toUpperCase()));
  expect(await idsOf(user)).toHaveLength(3);
});

test('error: for another user, without being a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  expect(refusalOf(await create(user, newKeys(1), root.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(await idsOf(root)).toHaveLength(1);
});

test('error: unknown user, deleted user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  const deleted = await addUser(service, root);
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  for (const userId of [randomUUID(), deleted.userId, service.root.userId])
    expect(refusalOf(await create(root, newKeys(1), userId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('error: the public key is already used, in the request or by a user; in another organization it can be', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const { apiKey } = newKey();
  expect(refusalOf(await create(root, [apiKey, apiKey]))).toEqual([409, 'ALREADY_EXISTS']);
  resultOf(await create(root, [apiKey]));
  const user = await addUser(service, root);
  const shouted = { ...apiKey, publicKey: apiKey.publicKey.toUpperCase() };
  expect(refusalOf(await create(user, [shouted]))).toEqual([409, 'ALREADY_EXISTS']);
  resultOf(await create(child, [apiKey]));
});

test('error: not a point on the curve', async () => {
  const [root] = await addOrganization(service);
  const apiKeys = [newKey().apiKey, { ...newKey().apiKey, publicKey: `02${'ff'.repeat(32)}` }];
  const reply = await create(root, apiKeys);
  expect(refusalOf(reply)).toEqual([400, 'INVALID_PUBLIC_KEY']);
  expect(JSON.stringify(reply.json)).toContain('parameters.apiKeys.1.publicKey');
  expect(await idsOf(root)).toHaveLength(1);
});

test('error: more than ten keys that do not expire', async () => {
  const [root] = await addOrganization(service);
  resultOf(await create(root, newKeys(9)));
  expect(refusalOf(await create(root, newKeys(1)))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  resultOf(await create(root, newKeys(1, expiring)));
  resultOf(await create(await addUser(service, root), newKeys(9)));
});

test('behavior: the eleventh expiring key replaces the oldest', async () => {
  const [root] = await addOrganization(service);
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) ids.push(...resultOf(await create(root, newKeys(1, expiring))).apiKeyIds);
  const left = await idsOf(root);
  expect(left).toHaveLength(11);
  expect(left).toEqual(expect.arrayContaining(ids.slice(2)));
});

test('behavior: an expired key is replaced before the oldest', async () => {
  const [root] = await addOrganization(service);
  const { apiKeyIds } = resultOf(await create(root, newKeys(9, expiring)));
  const [expired] = resultOf(await create(root, newKeys(1, expiring))).apiKeyIds;
  await arrangeRows(service, apiKeysTable, { id: expired }, { expiresAt: new Date() });
  resultOf(await create(root, newKeys(1, expiring)));
  const left = await idsOf(root);
  expect(left).toEqual(expect.arrayContaining(apiKeyIds));
  expect(left).not.toContain(expired);
});

test('error: more than ten expiring keys in one request', async () => {
  const [root] = await addOrganization(service);
  expect(refusalOf(await create(root, newKeys(11, expiring)))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  const before = resultOf(await create(root, newKeys(2, expiring))).apiKeyIds;
  const { apiKeyIds } = resultOf(await create(root, newKeys(10, expiring)));
  const left = await idsOf(root);
  expect(left).toEqual(expect.arrayContaining(apiKeyIds));
  for (const id of before) expect(left).not.toContain(id);
});

test('args: version 1, which has no curve', async () => {
  const [root] = await addOrganization(service);
  const { curveType: _, ...apiKey } = newKey().apiKey;
  const parameters = { userId: root.userId, apiKeys: [apiKey] };
  const type = 'ACTIVITY_TYPE_CREATE_API_KEYS';
  const { apiKeyIds } = resultOf(await service.submit(root, 'create_api_keys', parameters, { type }));
  expect(await idsOf(root)).toContain(apiKeyIds[0]);
});
