import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const changed = { userEmail: 'ada@example.com' };

test('default', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root, { userEmail: 'bob@example.com' });
  expect(
    resultOf(await service.submit(root, 'update_user_email', { userId: userId.toUpperCase(), ...changed })),
  ).toEqual({ userId });
  expect((await service.ask(root, 'get_user', { userId })).json.user).toMatchObject(changed);
});

test('args: the empty string removes it', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root, changed);
  resultOf(await service.submit(root, 'update_user_email', { userId, userEmail: '' }));
  expect((await service.ask(root, 'get_user', { userId })).json.user).not.toHaveProperty('userEmail');
});

test('behavior: a new one is not verified, the same one stays so', async () => {
  const [root] = await addOrganization(service);
  const { userId } = await addUser(service, root, changed);
  await arrangeRows(service, 'users', { id: userId }, { emailVerified: true });
  const isVerified = async () => {
    const [row] = await service.database.query(
      (sql) => sql`select email_verified as it from users where id = ${userId}`,
    );
    return row?.['it'];
  };
  resultOf(await service.submit(root, 'update_user_email', { userId, ...changed }));
  expect(await isVerified()).toBe(true);
  resultOf(await service.submit(root, 'update_user_email', { userId, userEmail: 'bob@example.com' }));
  expect(await isVerified()).toBe(false);
});

test('behavior: it can be removed from a user who has nothing else, while no login method is offered', async () => {
  const [root] = await addOrganization(service, {
    features: ['FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH'],
  });
  const { userId } = await addUser(service, root, { ...changed, apiKeys: [] });
  resultOf(await service.submit(root, 'update_user_email', { userId, userEmail: '' }));
});

test('error: verification tokens are not taken yet', async () => {
  const [root] = await addOrganization(service);
  const parameters = { userId: root.userId, ...changed, verificationToken: 'a.b.c' };
  expect(refusalOf(await service.submit(root, 'update_user_email', parameters))).toEqual([501, 'UNIMPLEMENTED']);
});

test('error: unknown user, user of another organization', async () => {
  const [root] = await addOrganization(service);
  for (const userId of [randomUUID(), service.root.userId])
    expect(refusalOf(await service.submit(root, 'update_user_email', { userId, ...changed }))).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
    ]);
});

test('error: a user that is not root, even for itself', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const reply = await service.submit(user, 'update_user_email', { userId: user.userId, ...changed });
  expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
