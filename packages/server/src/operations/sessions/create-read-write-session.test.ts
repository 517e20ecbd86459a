import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { openSessionCredential } from '@mintmark/stamper/bundles';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const { submit, ask } = service;
const target = generatePrivateKey('p256');
const targetPublicKey = Buffer.from(target.publicKey.uncompressed).toString('hex');
const create = (by: Actor, more: object = {}) => submit(by, 'create_read_write_session', { targetPublicKey, ...more });
/** The user with the key of a session. */
const inSession = async (user: Actor, credentialBundle: string): Promise<Actor> => {
  const key = await openSessionCredential(credentialBundle, target);
  return { ...user, stamper: createP256Stamper(key.toApiKey()) };
};

test('default: the bundle holds a key that stamps for the caller', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const result = resultOf(await create(user));
  const { organizationId, userId } = user;
  expect(result).toMatchObject({ organizationId, organizationName: 'Organization', userId, username: 'User' });
  const session = await inSession(user, result.credentialBundle);
  expect((await ask(session, 'whoami')).json).toMatchObject({ userId });
  const { apiKey } = (await ask(user, 'get_api_key', { apiKeyId: result.apiKeyId })).json;
  expect(apiKey).toMatchObject({
    apiKeyName: expect.stringMatching(/^Read Write Session - \d{10}$/),
    credential: { type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256' },
    expirationSeconds: '900',
  });
});

test('args: a compressed target, the caller by its id, a name and a lifetime', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const compressed = { targetPublicKey: target.publicKey.hex.toUpperCase() };
  const more = { userId: user.userId.toUpperCase(), apiKeyName: 'Mine', expirationSeconds: '60' };
  const { credentialBundle, apiKeyId, userId } = resultOf(await create(user, { ...compressed, ...more }));
  expect(userId).toBe(user.userId);
  expect((await ask(await inSession(user, credentialBundle), 'whoami')).json).toMatchObject({ userId });
  const { apiKey } = (await ask(user, 'get_api_key', { apiKeyId })).json;
  expect(apiKey).toMatchObject({ apiKeyName: 'Mine', expirationSeconds: '60' });
});

test('behavior: the request may name the parent', async () => {
  const user = await addSubOrganization(service, 'Ada');
  const result = resultOf(await create({ ...user, organizationId: service.root.organizationId }));
  expect(result).toMatchObject({ organizationId: user.organizationId, organizationName: 'Ada' });
});

test('behavior: invalidateExisting ends other read-write sessions', async () => {
  const [root] = await addOrganization(service);
  const first = await inSession(root, resultOf(await create(root)).credentialBundle);
  const second = resultOf(await create(root, { invalidateExisting: true }));
  expect(refusalOf(await ask(first, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  expect((await ask(await inSession(root, second.credentialBundle), 'whoami')).status).toBe(200);
});

const createV1 = (by: Actor, email: string) =>
  submit(
    by,
    'create_read_write_session',
    { targetPublicKey, email },
    { type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION' },
  );

test('behavior: version 1 names the caller by its e-mail address', async () => {
  const [root] = await addOrganization(service);
  const userEmail = 'ada@example.com';
  const user = await addUser(service, root, { userEmail });
  // Whoever else has the address, the session is that of the caller.
  await addUser(service, root, { userEmail });
  const { json } = await createV1(user, userEmail);
  expect(json.activity.intent).toHaveProperty('createReadWriteSessionIntent');
  const { credentialBundle, userId } = json.activity.result.createReadWriteSessionResult;
  expect(userId).toBe(user.userId);
  expect((await ask(await inSession(user, credentialBundle), 'whoami')).json).toMatchObject({ userId });
});

test('error: nobody starts a session of another user, not even with a policy or as the root quorum', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root, { userEmail: 'ada@example.com' });
  const program = await addUser(service, root, { userEmail: 'program@example.com' });
  await addPolicy(service, root, { condition: "activity.resource == 'AUTH' && activity.action == 'CREATE'" });
  for (const by of [program, root])
    for (const userId of [by === root ? program.userId : root.userId, user.userId, root.organizationId])
      expect(refusalOf(await create(by, { userId }))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  for (const by of [program, root])
    for (const email of ['ada@example.com', 'nobody@example.com'])
      expect(refusalOf(await createV1(by, email))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  // A user without an address has no session by version 1.
  expect(refusalOf(await createV1(root, ''))[0]).toBe(400);
});

test('error: a target that is no key', async () => {
  const [root] = await addOrganization(service);
  const offCurve = { targetPublicKey: `02${'f'.repeat(64)}` };
  expect(refusalOf(await create(root, offCurve))).toEqual([400, 'INVALID_PUBLIC_KEY']);
});
