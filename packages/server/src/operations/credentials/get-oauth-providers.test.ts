import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { startSignInService } from '../../../test/sign-in-service.ts';
import { oauthProvidersTable } from '../../identity/credentials/oauth-providers-table.ts';

const service = await startSignInService();
afterAll(() => service[Symbol.asyncDispose]());

const addLink = async (user: Actor): Promise<string> => {
  const oauthProviders = [{ providerName: 'ID', oidcToken: await service.sign() }];
  const parameters = { userId: user.userId, oauthProviders };
  return resultOf(await service.submit(user, 'create_oauth_providers', parameters)).providerIds[0];
};
const list = async (by: Actor, more: object = {}) =>
  (await service.ask(by, 'get_oauth_providers', more)).json.oauthProviders.map(
    ({ providerId }: { providerId: string }) => providerId,
  );

test('default: of one user, or of all users, newest first', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const ids: string[] = [];
  for (const owner of [root, user, root]) ids.push(await addLink(owner));
  const [first, second, third] = ids;
  for (const by of [root, user]) {
    expect(await list(by, { userId: root.userId.toUpperCase() })).toEqual([third, first]);
    expect(await list(by, { userId: user.userId })).toEqual([second]);
    expect(await list(by)).toEqual([third, second, first]);
  }
});

test('behavior: a parent reads its sub-organization, and each sees only its own', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const id = await addLink(child);
  expect(await list(root, { organizationId: child.organizationId })).toEqual([id]);
  expect(await list(root)).toEqual([]);
});

test('behavior: a row that somebody else changed is not shown', async () => {
  const [root] = await addOrganization(service);
  const id = await addLink(root);
  await arrangeRows(service, oauthProvidersTable, { id }, { subject: 'other' });
  expect(await list(root)).toEqual([id]);
  await service.database.query((sql) => sql`update oauth_providers set subject = 'forged' where id = ${id}`);
  expect(await list(root)).toEqual([]);
});

test('error: unknown user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await service.ask(root, 'get_oauth_providers', { userId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
