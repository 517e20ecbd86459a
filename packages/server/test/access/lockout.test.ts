import { afterAll, expect, test } from 'vitest';
import { resultOf } from '../organizations.ts';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey } from '../service.ts';
import { type LoginKind, outcomeOf, startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world[Symbol.asyncDispose]());
const { service, submit, addOrganization, addUser } = world;

const COMPLETED = 'COMPLETED';
const QUORUM_UNREACHABLE = 'QUORUM_UNREACHABLE';
const MISSING_CREDENTIAL = 'MISSING_CREDENTIAL';

const setQuorum = (by: readonly Actor[], threshold: number, users: readonly Actor[]) =>
  submit(by, 'update_root_quorum', { threshold, userIds: users.map(({ userId }) => userId) });
const contact = { 'e-mail': { userEmail: 'ada@example.com' }, 'phone number': { userPhoneNumber: '+14155550123' } };
const expiring = { expirationSeconds: '3600' };

/** A sub-organization whose only root user has a key that expires. */
async function addTemporaryOrganization(): Promise<Actor> {
  const { apiKey, ...key } = newKey();
  const user = { userName: 'Ada', apiKeys: [{ ...apiKey, ...expiring }], authenticators: [], oauthProviders: [] };
  const parameters = { subOrganizationName: 'Sub', rootUsers: [user], rootQuorumThreshold: 1 };
  const made = resultOf(await submit([service.root], 'create_sub_organization', parameters));
  return { ...key, organizationId: made.subOrganizationId, userId: made.rootUserIds[0] };
}

const credentialsOf = async (user: Actor, by: Actor, operation: 'get_api_keys' | 'get_authenticators') => {
  const { json } = await service.ask(by, operation, { userId: user.userId });
  const list = operation === 'get_api_keys' ? json.apiKeys : json.authenticators;
  return list.map((item: { apiKeyId: string; authenticatorId: string }) => item.apiKeyId ?? item.authenticatorId);
};

// In each organization there is a root user with a lasting key at first; "root" below is that user.
test.for<[threshold: number, quorum: readonly ('root' | LoginKind)[], expected: string]>([
  [1, ['e-mail'], QUORUM_UNREACHABLE],
  [1, ['phone number'], QUORUM_UNREACHABLE],
  [1, ['expired key'], QUORUM_UNREACHABLE],
  [1, ['nothing'], QUORUM_UNREACHABLE],
  [1, ['e-mail', 'phone number', 'expired key', 'nothing'], QUORUM_UNREACHABLE],
  [1, ['expiring key'], QUORUM_UNREACHABLE],
  [2, ['root', 'e-mail'], QUORUM_UNREACHABLE],
  [2, ['root', 'expired key'], QUORUM_UNREACHABLE],
  [2, ['root', 'expiring key'], QUORUM_UNREACHABLE],
  [2, ['root', 'nothing', 'e-mail'], QUORUM_UNREACHABLE],
  [3, ['root', 'passkey', 'expiring key'], QUORUM_UNREACHABLE],
  [1, ['lasting key'], COMPLETED],
  [1, ['passkey'], COMPLETED],
  [1, ['root', 'e-mail', 'nothing'], COMPLETED],
  [2, ['root', 'passkey'], COMPLETED],
  [2, ['lasting key', 'passkey', 'expired key'], COMPLETED],
])('behavior: update_root_quorum to %j of %j answers %s', async ([threshold, quorum, expected]) => {
  const root = await addOrganization();
  const users: Actor[] = [];
  for (const kind of quorum) users.push(kind === 'root' ? root : await addUser([root], kind));
  expect(outcomeOf(await setQuorum([root], threshold, users))).toBe(expected);
});

test.for<[kind: LoginKind, expected: string]>([
  ['lasting key', COMPLETED],
  ['passkey', COMPLETED],
  ['expiring key', COMPLETED],
  ['expired key', QUORUM_UNREACHABLE],
  ['e-mail', QUORUM_UNREACHABLE],
  ['nothing', QUORUM_UNREACHABLE],
])('behavior: update_root_quorum from an expiring key to a user with %s answers %s', async ([kind, expected]) => {
  const root = await addTemporaryOrganization();
  const user = await addUser([root], kind);
  expect(outcomeOf(await setQuorum([root], 1, [user]))).toBe(expected);
});

test('behavior: an organization can always turn its temporary access into a permanent one', async () => {
  const root = await addTemporaryOrganization();
  const [temporary] = await credentialsOf(root, root, 'get_api_keys');
  const { apiKey, ...key } = newKey();
  resultOf(await submit([root], 'create_api_keys', { userId: root.userId, apiKeys: [apiKey] }));
  const parameters = { userId: root.userId, apiKeyIds: [temporary] };
  expect(outcomeOf(await submit([{ ...root, ...key }], 'delete_api_keys', parameters))).toBe(COMPLETED);
});

test.for<[other: LoginKind, expected: string]>([
  ['e-mail', QUORUM_UNREACHABLE],
  ['phone number', QUORUM_UNREACHABLE],
  ['expired key', QUORUM_UNREACHABLE],
  ['nothing', QUORUM_UNREACHABLE],
  ['expiring key', QUORUM_UNREACHABLE],
  ['lasting key', COMPLETED],
  ['passkey', COMPLETED],
])('behavior: delete_users of the root user beside one with %s answers %s', async ([other, expected]) => {
  const root = await addOrganization();
  const user = await addUser([root], other);
  resultOf(await setQuorum([root], 1, [root, user]));
  expect(outcomeOf(await submit([root], 'delete_users', { userIds: [root.userId] }))).toBe(expected);
});

test.for<[LoginKind]>([['e-mail'], ['expired key'], ['nothing'], ['expiring key'], ['lasting key']])(
  'behavior: delete_users of the other root user, with %s, completes',
  async ([kind]) => {
    const root = await addOrganization();
    const user = await addUser([root], kind);
    resultOf(await setQuorum([root], 1, [root, user]));
    expect(outcomeOf(await submit([root], 'delete_users', { userIds: [user.userId] }))).toBe(COMPLETED);
  },
);

test('behavior: delete_users counts against the threshold, also when it is approved', async () => {
  const root = await addOrganization();
  const [passkey, email] = [await addUser([root], 'passkey'), await addUser([root], 'e-mail')];
  resultOf(await setQuorum([root], 2, [root, passkey, email]));
  const both = [root, passkey];
  expect(outcomeOf(await submit(both, 'delete_users', { userIds: [passkey.userId] }))).toBe(QUORUM_UNREACHABLE);
  expect(outcomeOf(await submit(both, 'delete_users', { userIds: [email.userId] }))).toBe(COMPLETED);
});

test.for<[beside: string, expected: string, more: () => object]>([
  ['nothing', MISSING_CREDENTIAL, () => ({})],
  ['an e-mail address', MISSING_CREDENTIAL, () => contact['e-mail']],
  ['a phone number', MISSING_CREDENTIAL, () => contact['phone number']],
  ['a passkey', COMPLETED, () => ({ authenticators: [newPasskey().authenticator] })],
])('behavior: delete_api_keys of the last lasting key beside %s answers %s', async ([, expected, more]) => {
  const root = await addOrganization();
  const user = await addUser([root], 'lasting key', more());
  const apiKeyIds = await credentialsOf(user, root, 'get_api_keys');
  for (const by of [root, user]) {
    const reply = await submit([by], 'delete_api_keys', { userId: user.userId, apiKeyIds });
    expect(outcomeOf(reply)).toBe(expected);
    if (expected === COMPLETED) break;
  }
});

test('behavior: delete_api_keys of the only root user’s last key after an e-mail address was set', async () => {
  const root = await addOrganization();
  resultOf(await submit([root], 'update_user_email', { userId: root.userId, userEmail: 'ada@example.com' }));
  const parameters = { userId: root.userId, apiKeyIds: await credentialsOf(root, root, 'get_api_keys') };
  expect(outcomeOf(await submit([root], 'delete_api_keys', parameters))).toBe(MISSING_CREDENTIAL);
});

test('behavior: delete_api_keys leaves no user with only an expiring key instead of a lasting one', async () => {
  const root = await addOrganization();
  const user = await addUser([root], 'lasting key');
  const [lasting] = await credentialsOf(user, root, 'get_api_keys');
  const apiKeys = [{ ...newKey().apiKey, ...expiring }];
  const [temporary] = resultOf(await submit([root], 'create_api_keys', { userId: user.userId, apiKeys })).apiKeyIds;
  const remove = async (id: string) =>
    outcomeOf(await submit([root], 'delete_api_keys', { userId: user.userId, apiKeyIds: [id] }));
  expect(await remove(lasting)).toBe(MISSING_CREDENTIAL);
  expect(await remove(temporary)).toBe(COMPLETED);
});

test.for<[LoginKind, string]>([
  ['expired key', COMPLETED],
  ['expiring key', MISSING_CREDENTIAL],
])('behavior: delete_api_keys of the only credential, an %s, answers %s', async ([kind, expected]) => {
  const root = await addOrganization();
  const user = await addUser([root], kind);
  const parameters = { userId: user.userId, apiKeyIds: await credentialsOf(user, root, 'get_api_keys') };
  expect(outcomeOf(await submit([root], 'delete_api_keys', parameters))).toBe(expected);
});

test.for<[beside: string, expected: string, more: () => object]>([
  ['nothing', MISSING_CREDENTIAL, () => ({})],
  ['an e-mail address', MISSING_CREDENTIAL, () => contact['e-mail']],
  ['a phone number', MISSING_CREDENTIAL, () => contact['phone number']],
  ['an expiring key', MISSING_CREDENTIAL, () => ({ apiKeys: [{ ...newKey().apiKey, ...expiring }] })],
  ['a lasting key', COMPLETED, () => ({ apiKeys: [newKey().apiKey] })],
])('behavior: delete_authenticators of the last passkey beside %s answers %s', async ([, expected, more]) => {
  const root = await addOrganization();
  const user = await addUser([root], 'passkey', more());
  const authenticatorIds = await credentialsOf(user, root, 'get_authenticators');
  const reply = await submit([root], 'delete_authenticators', { userId: user.userId, authenticatorIds });
  expect(outcomeOf(reply)).toBe(expected);
});

test.for<[operation: string, kind: LoginKind, change: object]>([
  ['update_user_email', 'e-mail', { userEmail: '' }],
  ['update_user_email', 'e-mail', { userEmail: 'bob@example.com' }],
  ['update_user_email', 'expiring key', { userEmail: '' }],
  ['update_user_phone_number', 'phone number', { userPhoneNumber: '' }],
  ['update_user', 'e-mail', { userEmail: 'bob@example.com' }],
])('behavior: %s of a user with %s: %j completes, since contacts give no access', async ([operation, kind, change]) => {
  const root = await addOrganization();
  const { userId } = await addUser([root], kind);
  expect(outcomeOf(await submit([root], operation, { userId, ...change }))).toBe(COMPLETED);
});

test('behavior: remove_organization_feature completes, since no login method is offered', async () => {
  const root = await addOrganization();
  const user = await addUser([root], 'e-mail');
  resultOf(await setQuorum([root], 1, [root, user]));
  const reply = await submit([root], 'remove_organization_feature', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
  expect(outcomeOf(reply)).toBe(COMPLETED);
});

const allowOrigins = async (by: Actor, value: string) =>
  outcomeOf(await submit([by], 'set_organization_feature', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value }));

test.for<[LoginKind, origins: string, expected: string]>([
  ['passkey', 'https://example.org', QUORUM_UNREACHABLE],
  ['passkey', 'https://badexample.com,https://app.example.com.evil.com', QUORUM_UNREACHABLE],
  ['passkey', 'https://app.example.com', COMPLETED],
  ['passkey', 'https://example.org,https://app.example.com:8443', COMPLETED],
  ['lasting key', 'https://example.org', COMPLETED],
])('behavior: set_organization_feature of origins, root user with %s, to %s answers %s', async (row) => {
  const [kind, origins, expected] = row;
  const root = await addOrganization();
  const user = await addUser([root], kind);
  resultOf(await setQuorum([root], 1, [user]));
  expect(await allowOrigins(user, origins)).toBe(expected);
});

test('behavior: a passkey without an allowed origin gives no access', async () => {
  const root = await addOrganization();
  const user = await addUser([root], 'passkey');
  expect(await allowOrigins(root, 'https://example.org')).toBe(COMPLETED);
  expect(outcomeOf(await setQuorum([root], 1, [user]))).toBe(QUORUM_UNREACHABLE);
  resultOf(await submit([root], 'remove_organization_feature', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' }));
  expect(outcomeOf(await setQuorum([root], 1, [user]))).toBe(COMPLETED);
});

test('behavior: create_api_keys, which deletes older expiring keys, does not take away the user’s access', async () => {
  const root = await addOrganization();
  const user = await addUser([root], 'expiring key');
  let key = newKey();
  for (let count = 0; count < 10; count++) {
    key = newKey();
    const apiKeys = [{ ...key.apiKey, ...expiring }];
    resultOf(await submit([root], 'create_api_keys', { userId: user.userId, apiKeys }));
  }
  expect((await service.ask(user, 'whoami')).status).toBe(401);
  expect((await service.ask({ ...user, ...key }, 'whoami')).status).toBe(200);
});

test('behavior: update_root_quorum of an organization without access must give it access', async () => {
  const [{ apiKey, ...key }, { authenticator, stamper }] = [newKey(), newPasskey()];
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const rootUsers = [
    { userName: 'Ada', ...lists, authenticators: [authenticator] },
    { userName: 'Bob', ...lists, apiKeys: [apiKey] },
  ];
  const parameters = { subOrganizationName: 'Sub', rootUsers, rootQuorumThreshold: 2 };
  const made = resultOf(await submit([service.root], 'create_sub_organization', parameters));
  const [ada, bob] = made.rootUserIds.map((userId: string) => ({
    ...key,
    organizationId: made.subOrganizationId,
    userId,
  }));
  const both = [{ ...ada, stamper }, bob];
  const email = await addUser(both, 'e-mail');
  const waiting = [await setQuorum(both.slice(0, 1), 1, [email]), await setQuorum(both.slice(0, 1), 1, [bob])];
  // The parent disallows Ada's passkey. Her approval still counts, but she could not approve anything else.
  expect(await allowOrigins(service.root, 'https://example.org')).toBe(COMPLETED);
  const outcomes: string[] = [];
  for (const { body } of waiting) outcomes.push(outcomeOf(await service.send(bob, 'update_root_quorum', body)));
  resultOf(await submit([service.root], 'remove_organization_feature', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' }));
  expect(outcomes).toEqual([QUORUM_UNREACHABLE, COMPLETED]);
});
