import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const create = (by: Actor, authenticators: readonly object[], userId = by.userId) =>
  service.submit(by, 'create_authenticators', { userId, authenticators });
const namesOf = async (user: Actor) =>
  (await service.ask(user, 'get_authenticators', { userId: user.userId })).json.authenticators.map(
    ({ authenticatorName }: { authenticatorName: string }) => authenticatorName,
  );

test('default', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const { authenticator, stamper } = newPasskey('Laptop');
  const { authenticatorIds } = resultOf(await create(root, [authenticator], user.userId));
  expect((await service.ask({ ...user, stamper }, 'whoami')).json).toMatchObject({ userId: user.userId });
  const [authenticatorId] = authenticatorIds;
  expect((await service.ask(user, 'get_authenticator', { authenticatorId })).json.authenticator).toMatchObject({
    authenticatorId,
    authenticatorName: 'Laptop',
    credentialId: authenticator.attestation.credentialId,
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
    attestationType: 'none',
    credential: { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
  });
});

test('behavior: users may add passkeys to themselves, also with a passkey', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const { authenticator, stamper } = newPasskey('First');
  resultOf(await create(user, [authenticator], user.userId.toUpperCase()));
  resultOf(await create({ ...user, stamper }, [newPasskey('Second').authenticator]));
  expect((await namesOf(user)).sort()).toEqual(['First', 'Second']);
});

test('error: for another user, without being a root user', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await create(user, [newPasskey().authenticator], root.userId);
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(await namesOf(root)).toEqual([]);
});

test('error: a challenge other than that of the passkey, and none is registered', async () => {
  const [root] = await addOrganization(service);
  const wrong = { ...newPasskey().authenticator, challenge: 'another' };
  const reply = await create(root, [newPasskey().authenticator, wrong]);
  expect(refusalOf(reply)).toEqual([400, 'INVALID_ATTESTATION']);
  expect(JSON.stringify(reply.json)).toContain('parameters.authenticators.1');
  expect(await namesOf(root)).toEqual([]);
});

test('error: already registered; in another organization it can be', async () => {
  const [root] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: root.organizationId });
  const { authenticator } = newPasskey();
  expect(refusalOf(await create(root, [authenticator, authenticator]))).toEqual([409, 'ALREADY_EXISTS']);
  resultOf(await create(root, [authenticator]));
  const user = await addUser(service, root);
  expect(refusalOf(await create(user, [authenticator]))).toEqual([409, 'ALREADY_EXISTS']);
  resultOf(await create(child, [authenticator]));
});

test('error: more than ten', async () => {
  const [root] = await addOrganization(service);
  const tenth = Array.from({ length: 10 }, () => newPasskey().authenticator);
  resultOf(await create(root, tenth));
  expect(refusalOf(await create(root, [newPasskey().authenticator]))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect(await namesOf(root)).toHaveLength(10);
});

test('error: unknown user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await create(root, [newPasskey().authenticator], userId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
