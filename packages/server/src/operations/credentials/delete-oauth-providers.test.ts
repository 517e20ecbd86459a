import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { startSignInService } from '../../../test/sign-in-service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { nonceOf } from '../../delivery/adapters/oidc/nonce.ts';

const service = await startSignInService();
afterAll(() => service[Symbol.asyncDispose]());
const { sign } = service;

const remove = (by: Actor, providerIds: readonly string[], userId = by.userId) =>
  service.submit(by, 'delete_oauth_providers', { userId, providerIds });
const addLink = async (user: Actor, claims?: Record<string, unknown>): Promise<string> => {
  const oauthProviders = [{ providerName: 'ID', oidcToken: await sign(claims) }];
  const parameters = { userId: user.userId, oauthProviders };
  return resultOf(await service.submit(user, 'create_oauth_providers', parameters)).providerIds[0];
};
const idsOf = async (user: Actor): Promise<string[]> =>
  (await service.ask(user, 'get_oauth_providers', { userId: user.userId })).json.oauthProviders.map(
    ({ providerId }: { providerId: string }) => providerId,
  );
const endKeys = async (user: Actor) => {
  const { apiKeys } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
  const apiKeyIds = apiKeys.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
  return await service.submit(user, 'delete_api_keys', { userId: user.userId, apiKeyIds });
};

test('default: nobody can log in with the identity any more', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const person = { sub: randomUUID() };
  const id = await addLink(user, person);
  const { publicKey } = newKey();
  const logIn = async () => {
    const oidcToken = await sign({ ...person, nonce: nonceOf(publicKey) });
    return await service.submit(root, 'oauth_login', { oidcToken, publicKey });
  };
  resultOf(await logIn());
  expect(resultOf(await remove(root, [id], user.userId))).toEqual({ providerIds: [id] });
  expect(refusalOf(await logIn())).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect(await idsOf(user)).toEqual([]);
  const [row] = await service.database.query((sql) => sql`select deleted_at from oauth_providers where id = ${id}`);
  expect(row?.['deletedAt']).toBeInstanceOf(Date);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: users may delete their own links, with ids in either case', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const id = await addLink(user);
  expect(resultOf(await remove(user, [id, id.toUpperCase()], user.userId.toUpperCase()))).toEqual({
    providerIds: [id],
  });
});

test('error: the last credential cannot be deleted', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const [first, second] = [await addLink(user), await addLink(user)];
  // A link is enough to keep.
  resultOf(await endKeys(user));
  expect(refusalOf(await remove(root, [first, second], user.userId))).toEqual([400, 'MISSING_CREDENTIAL']);
  resultOf(await remove(root, [first], user.userId));
  expect(refusalOf(await remove(root, [second], user.userId))).toEqual([400, 'MISSING_CREDENTIAL']);
  expect((await service.ask(root, 'get_oauth_providers', { userId: user.userId })).json.oauthProviders).toHaveLength(1);
});

test('behavior: a link of an issuer that is no longer accepted is no way in', async () => {
  let isAllowed = true;
  await using changing = await startSignInService({ allows: () => isAllowed });
  const [root] = await addOrganization(changing);
  const user = await addUser(changing, root);
  const oauthProviders = [{ providerName: 'ID', oidcToken: await changing.sign() }];
  const { userId } = user;
  const { providerIds } = resultOf(await changing.submit(user, 'create_oauth_providers', { userId, oauthProviders }));
  isAllowed = false;
  const { apiKeys } = (await changing.ask(user, 'get_api_keys', { userId })).json;
  const apiKeyIds = [apiKeys[0].apiKeyId];
  expect(refusalOf(await changing.submit(user, 'delete_api_keys', { userId, apiKeyIds }))).toEqual([
    400,
    'MISSING_CREDENTIAL',
  ]);
  resultOf(await changing.submit(user, 'delete_oauth_providers', { userId, providerIds }));
});

test('error: a link that is unknown, or of another user or organization, and none is deleted', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const user = await addUser(service, root);
  const mine = await addLink(root);
  for (const id of [randomUUID(), await addLink(user), await addLink(child)])
    expect(refusalOf(await remove(root, [mine, id]))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect(await idsOf(root)).toEqual([mine]);
  expect(refusalOf(await remove(root, [mine], randomUUID()))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('error: a link of another user, without being a root user', async () => {
  const [root] = await addOrganization(service);
  const id = await addLink(root);
  const user = await addUser(service, root);
  expect(refusalOf(await remove(user, [id], root.userId))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(await idsOf(root)).toEqual([id]);
});
