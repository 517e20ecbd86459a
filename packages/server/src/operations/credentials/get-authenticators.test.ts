import { randomUUID } from 'node:crypto';
import getAuthenticators from '@mintmark/schema/operations/credentials/get-authenticators';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { authenticators: [newPasskey('First').authenticator] });
  await addUser(service, root, { authenticators: [newPasskey('Other').authenticator] });
  const { userId } = user;
  const add = { userId, authenticators: [newPasskey('Second').authenticator] };
  resultOf(await service.submit(user, 'create_authenticators', add));
  const { json } = await service.ask(root, 'get_authenticators', { userId: userId.toUpperCase() });
  expect(getAuthenticators.response.parse(json)).toEqual(json);
  expect(json.authenticators).toMatchObject([{ authenticatorName: 'Second' }, { authenticatorName: 'First' }]);
});

test('behavior: deleted ones are left out', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root, { authenticators: [newPasskey().authenticator] });
  const [{ authenticatorId }] = (await service.ask(root, 'get_authenticators', { userId })).json.authenticators;
  resultOf(await service.submit(root, 'delete_authenticators', { userId, authenticatorIds: [authenticatorId] }));
  expect((await service.ask(root, 'get_authenticators', { userId })).json.authenticators).toEqual([]);
});

test('error: a user that is unknown or of another organization', async () => {
  const [root] = await addOrganization(service);
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await service.ask(root, 'get_authenticators', { userId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
