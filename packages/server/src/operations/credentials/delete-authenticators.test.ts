import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const remove = (by: Actor, authenticatorIds: readonly string[], userId = by.userId) =>
  service.submit(by, 'delete_authenticators', { userId, authenticatorIds });
const addPasskey = async (user: Actor) => {
  const { authenticator, stamper } = newPasskey();
  const parameters = { userId: user.userId, authenticators: [authenticator] };
  const { authenticatorIds } = resultOf(await service.submit(user, 'create_authenticators', parameters));
  return { ...user, stamper, id: authenticatorIds[0] as string };
};
const endKeys = async (user: Actor) => {
  const { apiKeys } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
  const apiKeyIds = apiKeys.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
  resultOf(await service.submit(user, 'delete_api_keys', { userId: user.userId, apiKeyIds }));
};

test('default', async () => {
  const [root] = await addOrganization(service);
  const passkey = await addPasskey(await addUser(service, root));
  expect(resultOf(await remove(root, [passkey.id], passkey.userId))).toEqual({ authenticatorIds: [passkey.id] });
  expect(refusalOf(await service.ask(passkey, 'whoami'))).toEqual([401, 'CREDENTIAL_NOT_FOUND']);
  const [row] = await service.database.query(
    (sql) => sql`select deleted_at from authenticators where id = ${passkey.id}`,
  );
  expect(row?.['deletedAt']).toBeInstanceOf(Date);
});

test('behavior: users may delete their own passkeys, even the one that stamps the request', async () => {
  const [root] = await addOrganization(service);
  const passkey = await addPasskey(await addUser(service, root));
  const ids = [passkey.id, passkey.id.toUpperCase()];
  expect(resultOf(await remove(passkey, ids, passkey.userId.toUpperCase()))).toEqual({
    authenticatorIds: [passkey.id],
  });
});

test('error: the last credential cannot be deleted', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const [first, second] = [await addPasskey(user), await addPasskey(user)];
  await endKeys(user);
  expect(refusalOf(await remove(first, [first.id, second.id]))).toEqual([400, 'MISSING_CREDENTIAL']);
  resultOf(await remove(first, [second.id]));
  expect(refusalOf(await remove(root, [first.id], user.userId))).toEqual([400, 'MISSING_CREDENTIAL']);
  expect((await service.ask(first, 'whoami')).status).toBe(200);
});

test('error: a passkey that is unknown, or of another user or organization, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const mine = await addPasskey(root);
  const others = await addPasskey(await addUser(service, root));
  const theirs = await addPasskey(child);
  for (const id of [randomUUID(), others.id, theirs.id])
    expect(refusalOf(await remove(root, [mine.id, id]))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  for (const passkey of [mine, others, theirs]) expect((await service.ask(passkey, 'whoami')).status).toBe(200);
});

test('error: a passkey of another user, without being a root user', async () => {
  const [root] = await addOrganization(service);
  const passkey = await addPasskey(root);
  const user = await addUser(service, root);
  expect(refusalOf(await remove(user, [passkey.id], root.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect((await service.ask(passkey, 'whoami')).status).toBe(200);
});
