import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const bare = { userName: 'User', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
const withKey = () => ({ ...bare, apiKeys: [newKey().apiKey] });
const create = (by: Actor, ...users: readonly object[]) => service.submit(by, 'create_users', { users });
const countOf = async (root: Actor) => (await service.ask(root, 'list_users')).json.users.length;

test('default', async () => {
  const [root] = await addOrganization(service);
  const tag = resultOf(await service.submit(root, 'create_user_tag', { userTagName: 'Tag', userIds: [] })).userTagId;
  const contacts = { userEmail: 'ada@example.com', userPhoneNumber: '+14155550123' };
  const { authenticator } = newPasskey();
  const ada = { ...withKey(), userName: 'Ada', ...contacts, authenticators: [authenticator], userTags: [tag] };
  const { userIds } = resultOf(await create(root, ada, { ...withKey(), userName: 'Bob' }));
  const [first, second] = userIds;
  expect((await service.ask(root, 'get_user', { userId: first })).json.user).toMatchObject({
    userName: 'Ada',
    ...contacts,
    apiKeys: [{ credential: { publicKey: ada.apiKeys[0]?.publicKey } }],
    authenticators: [{ credentialId: authenticator.attestation.credentialId }],
    userTags: [tag],
  });
  expect((await service.ask(root, 'get_user', { userId: second })).json.user).toMatchObject({ userName: 'Bob' });
});

test.for([
  ['FEATURE_NAME_EMAIL_AUTH', { userEmail: 'a@example.com' }],
  ['FEATURE_NAME_OTP_EMAIL_AUTH', { userEmail: 'a@example.com' }],
  ['FEATURE_NAME_SMS_AUTH', { userPhoneNumber: '+14155550123' }],
] as const)('behavior: a contact alone is enough while %s is on', async ([feature, contact]) => {
  const [on] = await addOrganization(service, { features: [feature] });
  resultOf(await create(on, { ...bare, ...contact }));
  const [off] = await addOrganization(service);
  expect(refusalOf(await create(off, withKey(), { ...bare, ...contact }))).toEqual([400, 'MISSING_CREDENTIAL']);
  expect(await countOf(off)).toBe(1);
});

test('error: no credential', async () => {
  const [root] = await addOrganization(service);
  expect(refusalOf(await create(root, bare))).toEqual([400, 'MISSING_CREDENTIAL']);
});

test('error: more users than an organization may have', async () => {
  const [root] = await addOrganization(service);
  resultOf(await create(root, ...Array.from({ length: 99 }, withKey)));
  expect(refusalOf(await create(root, withKey()))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
  expect(await countOf(root)).toBe(100);
});

test('error: an unknown tag, and no user is created', async () => {
  const [root] = await addOrganization(service);
  const reply = await create(root, withKey(), { ...withKey(), userTags: [randomUUID()] });
  expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect(await countOf(root)).toBe(1);
});

const oidcClaims = { iss: 'https://id.example.com', sub: '1', aud: 'app' };

test.for([
  ['a token that does not verify', {}, { oidcToken: 'a.b.c' }, 'INVALID_OIDC_TOKEN'],
  ['claims alone', {}, { oidcClaims }, 'UNPROVED_OIDC_CLAIMS'],
  [
    'a token that does not verify, in version 3',
    { type: 'ACTIVITY_TYPE_CREATE_USERS_V3' },
    { oidcToken: 'a.b.c' },
    'INVALID_OIDC_TOKEN',
  ],
] as const)('error: an OAuth provider by %s', async ([, more, identity, error]) => {
  const [root] = await addOrganization(service);
  const users = [withKey(), { ...withKey(), oauthProviders: [{ providerName: 'Example ID', ...identity }] }];
  const reply = await service.submit(root, 'create_users', { users }, more);
  expect(refusalOf(reply)).toEqual([400, error]);
  expect(await countOf(root)).toBe(1);
});
