import { afterAll, expect, test } from 'vitest';
import { createMemoryMailbox } from '../../src/delivery/adapters/mail/development-mailbox.ts';
import type { LoginFeature } from '../../src/identity/organizations/login-methods.ts';
import { usersTable } from '../../src/identity/users/users-table.ts';
import { arrangeRows } from '../arrange-rows.ts';
import { resultOf } from '../organizations.ts';
import { type Actor, newKey } from '../service.ts';
import { outcomeOf, startWorld } from './world.ts';

const mail = createMemoryMailbox();
const sms = { send: async () => {} };
const world = await startWorld({ mail, sms });
afterAll(() => world[Symbol.asyncDispose]());
const { service, submit, addUser } = world;
// Users of a sub-organization get their passcodes through its parent.
const addOrganization = world.addSubOrganization;

const ways = {
  'e-mail': ['update_user_email', { userEmail: '' }, { userEmail: 'bob@example.com' }],
  'phone number': ['update_user_phone_number', { userPhoneNumber: '' }, { userPhoneNumber: '+14155550124' }],
} as const;
const names = Object.keys(ways) as (keyof typeof ways)[];
const removeFeature = (by: Actor, name: LoginFeature) => submit([by], 'remove_organization_feature', { name });
const keysOf = async ({ userId }: Actor, by: Actor) =>
  (await service.ask(by, 'get_api_keys', { userId })).json.apiKeys.map(
    ({ apiKeyId }: { apiKeyId: string }) => apiKeyId,
  );

test.for(names)('error: the only credential, an %s, stays, and may be replaced', async (kind) => {
  const [operation, none, another] = ways[kind];
  const root = await addOrganization();
  const { userId } = await addUser([root], kind);
  expect(outcomeOf(await submit([root], operation, { userId, ...none }))).toBe('MISSING_CREDENTIAL');
  expect(outcomeOf(await submit([root], operation, { userId, ...another }))).toBe('COMPLETED');
});

test.for(names)('error: besides the %s there is only an expiring key', async (kind) => {
  const [operation, none] = ways[kind];
  const root = await addOrganization();
  const apiKeys = [{ ...newKey().apiKey, expirationSeconds: '900' }];
  const { userId } = await addUser([root], kind, { apiKeys });
  expect(outcomeOf(await submit([root], operation, { userId, ...none }))).toBe('MISSING_CREDENTIAL');
});

test.for(names)('behavior: the last key can be deleted if there is an %s', async (kind) => {
  const root = await addOrganization();
  const user = await addUser([root], kind, { apiKeys: [newKey().apiKey] });
  const parameters = { userId: user.userId, apiKeyIds: await keysOf(user, root) };
  expect(outcomeOf(await submit([root], 'delete_api_keys', parameters))).toBe('COMPLETED');
});

test('behavior: a contact whose login method is off gives no access', async () => {
  const root = await addOrganization();
  const user = await addUser([root], 'phone number');
  resultOf(await removeFeature(root, 'FEATURE_NAME_SMS_AUTH'));
  const parameters = { userId: user.userId, userPhoneNumber: '' };
  expect(outcomeOf(await submit([root], 'update_user_phone_number', parameters))).toBe('COMPLETED');
});

test('error: remove_organization_feature may not take away the access of the root quorum', async () => {
  const root = await addOrganization();
  const { apiKey, ...key } = newKey();
  const apiKeys = [{ ...apiKey, expirationSeconds: '900' }];
  const user = { ...(await addUser([root], 'e-mail', { apiKeys })), ...key };
  resultOf(await submit([root], 'update_root_quorum', { threshold: 1, userIds: [user.userId] }));
  expect(outcomeOf(await removeFeature(user, 'FEATURE_NAME_EMAIL_AUTH'))).toBe('COMPLETED');
  expect(outcomeOf(await removeFeature(user, 'FEATURE_NAME_OTP_EMAIL_AUTH'))).toBe('QUORUM_UNREACHABLE');
});

test.for(names)('behavior: an %s gives no access if the server cannot send to it', async (kind) => {
  await using silent = await startWorld(kind === 'e-mail' ? { sms } : { mail });
  const [operation, none] = ways[kind];
  const root = await silent.addSubOrganization();
  const { userId } = await silent.addUser([root], kind);
  expect(outcomeOf(await silent.submit([root], operation, { userId, ...none }))).toBe('COMPLETED');
});

test.for<[proxy: string, address: 'verified' | 'unverified', settings: object | undefined, outcome: string]>([
  ['no sign-up proxy', 'verified', undefined, 'COMPLETED'],
  ['a sign-up proxy', 'verified', {}, 'MISSING_CREDENTIAL'],
  // A login that names a top-level organization finds verified contacts only.
  ['a sign-up proxy', 'unverified', {}, 'COMPLETED'],
  ['a proxy that sends no mail', 'verified', { allowedAuthMethods: ['AUTH_METHOD_SMS'] }, 'COMPLETED'],
])(
  'behavior: in a top-level organization with %s, removing the only contact, which is %s, with %j answers %s',
  async ([, address, settings, outcome]) => {
    const root = await world.addOrganization();
    const user = await addUser([root], 'e-mail');
    if (address === 'verified') await verifyEmail(user);
    if (settings) await addProxy(root, settings);
    const parameters = { userId: user.userId, userEmail: '' };
    expect(outcomeOf(await submit([root], 'update_user_email', parameters))).toBe(outcome);
  },
);

test('error: a user whose contact another user has too keeps its last key', async () => {
  const root = await addOrganization();
  const apiKeys = [newKey().apiKey];
  const [one, other] = [
    await addUser([root], 'e-mail', { apiKeys }),
    await addUser([root], 'e-mail', { apiKeys: [newKey().apiKey] }),
  ];
  const removeKeys = async (of: Actor) =>
    outcomeOf(await submit([root], 'delete_api_keys', { userId: of.userId, apiKeyIds: await keysOf(of, root) }));
  expect(await removeKeys(one)).toBe('MISSING_CREDENTIAL');
  // A login means the one whose contact is verified.
  await verifyEmail(other);
  expect(await removeKeys(one)).toBe('MISSING_CREDENTIAL');
  expect(await removeKeys(other)).toBe('COMPLETED');
});

test('error: update_user may not give a user the contact of another as its only credential', async () => {
  const root = await addOrganization();
  await addUser([root], 'e-mail');
  const { userId } = await addUser([root], 'e-mail', { userEmail: 'eve@example.com' });
  const change = async (userEmail: string) => outcomeOf(await submit([root], 'update_user', { userId, userEmail }));
  expect(await change('ada@example.com')).toBe('MISSING_CREDENTIAL');
  expect(await change('bob@example.com')).toBe('COMPLETED');
});

test('error: the settings of the sign-up proxy may not take away the access of the root quorum', async () => {
  const root = await world.addOrganization();
  const { apiKey, ...key } = newKey();
  const apiKeys = [{ ...apiKey, expirationSeconds: '900' }];
  const user = { ...(await addUser([root], 'e-mail', { apiKeys })), ...key };
  await verifyEmail(user);
  await addProxy(root, {});
  resultOf(await submit([root], 'update_root_quorum', { threshold: 1, userIds: [user.userId] }));
  const allow = async (...allowedAuthMethods: string[]) =>
    outcomeOf(await submit([user], 'update_auth_proxy_config', { allowedAuthMethods }));
  expect(await allow('AUTH_METHOD_EMAIL')).toBe('COMPLETED');
  expect(await allow('AUTH_METHOD_SMS', 'AUTH_METHOD_PASSKEY')).toBe('QUORUM_UNREACHABLE');
});

/** Makes the e-mail address of a user a verified one. */
const verifyEmail = ({ userId: id }: Actor) => arrangeRows(service, usersTable, { id }, { emailVerified: true });

/** Enables the sign-up proxy of an organization, with these settings. */
async function addProxy(root: Actor, settings: object): Promise<void> {
  resultOf(await submit([root], 'enable_auth_proxy', {}));
  resultOf(await submit([root], 'update_auth_proxy_config', settings));
}
