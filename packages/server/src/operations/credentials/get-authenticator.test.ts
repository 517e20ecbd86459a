import { randomUUID } from 'node:crypto';
import getAuthenticator from '@mintmark/schema/operations/credentials/get-authenticator';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const { authenticator } = newPasskey('Laptop');
  const user = await addUser(service, root, { authenticators: [authenticator] });
  const { userId } = user;
  const [{ authenticatorId }] = (await service.ask(user, 'get_authenticators', { userId })).json.authenticators;
  const { json } = await service.ask(root, 'get_authenticator', { authenticatorId: authenticatorId.toUpperCase() });
  expect(getAuthenticator.response.parse(json)).toEqual(json);
  const { credentialId } = authenticator.attestation;
  expect(json.authenticator).toMatchObject({ authenticatorId, authenticatorName: 'Laptop', credentialId });
});

test('error: a passkey that is unknown, deleted or of another organization', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const passkeyOf = async (by: typeof root) => {
    const { userId } = await addUser(service, by, { authenticators: [newPasskey().authenticator] });
    const { authenticators } = (await service.ask(by, 'get_authenticators', { userId })).json;
    return { userId, id: authenticators[0].authenticatorId };
  };
  const [deleted, theirs] = [await passkeyOf(root), await passkeyOf(child)];
  resultOf(await service.submit(root, 'delete_users', { userIds: [deleted.userId] }));
  for (const authenticatorId of [randomUUID(), deleted.id, theirs.id]) {
    const reply = await service.ask(root, 'get_authenticator', { authenticatorId });
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
});
