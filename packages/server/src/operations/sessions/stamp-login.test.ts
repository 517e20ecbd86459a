import { importJwks, verifySessionToken } from '@mintmark/stamper/tokens';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

const start = Date.now();
let passedMs = 0;
const service = await startService({ clock: () => new Date(start + passedMs) });
afterAll(() => service[Symbol.asyncDispose]());

const { submit, ask } = service;
const logIn = (by: Actor, more: object = {}) => submit(by, 'stamp_login', { publicKey: newKey().publicKey, ...more });
const keysOf = async (user: Actor) => (await ask(user, 'get_api_keys', { userId: user.userId })).json.apiKeys;
const readToken = async (session: string) => {
  const page = await fetchOf(service.app)('http://local/.well-known/jwks.json');
  const verdict = await verifySessionToken(session, await importJwks(await page.json()));
  if (!verdict.ok) throw verdict.error;
  return verdict.claims;
};

test('default: the session key stamps, and the token verifies with the published keys', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const key = newKey();
  const { session } = resultOf(await logIn(user, { publicKey: key.publicKey }));
  expect(await readToken(session)).toEqual({
    exp: Math.floor((start + 900_000) / 1000),
    public_key: key.publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: user.userId,
    organization_id: user.organizationId,
  });
  expect((await ask({ ...user, ...key }, 'whoami')).json).toMatchObject({ userId: user.userId });
  expect(await keysOf(user)).toContainEqual(
    expect.objectContaining({
      credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_LOGIN' },
      expirationSeconds: '900',
    }),
  );
});

test('behavior: the request may name the parent, with an API key and with a passkey', async () => {
  const user = await addSubOrganization(service, 'Ada');
  const { organizationId } = service.root;
  const reply = await logIn({ ...user, organizationId });
  expect(reply.json.activity.organizationId).toBe(user.organizationId);
  expect(await readToken(resultOf(reply).session)).toMatchObject({ organization_id: user.organizationId });
  const { authenticator, stamper } = newPasskey();
  resultOf(await submit(user, 'create_authenticators', { userId: user.userId, authenticators: [authenticator] }));
  const byPasskey = await logIn({ ...user, organizationId, stamper });
  expect(byPasskey.json.activity.organizationId).toBe(user.organizationId);
  const again = await service.send({ ...user, stamper }, 'stamp_login', byPasskey.body);
  expect(again.json.activity).toEqual(byPasskey.json.activity);
  const { problems } = await verifyAudit(service);
  expect(problems).toEqual([]);
});

test('behavior: expires', async () => {
  const [root] = await addOrganization(service);
  const key = newKey();
  resultOf(await logIn(root, { publicKey: key.publicKey, expirationSeconds: '60' }));
  passedMs += 59_000;
  expect((await ask({ ...root, ...key }, 'whoami')).status).toBe(200);
  passedMs += 1_000;
  expect(refusalOf(await ask({ ...root, ...key }, 'whoami'))).toEqual([401, 'API_KEY_EXPIRED']);
});

test('behavior: invalidateExisting ends other logins of the user, and nothing else', async () => {
  const [root] = await addOrganization(service);
  const other = await addUser(service, root);
  const [first, second, others] = [newKey(), newKey(), newKey()];
  resultOf(await logIn(root, { publicKey: first.publicKey }));
  resultOf(await logIn(other, { publicKey: others.publicKey }));
  const apiKeys = [{ ...newKey().apiKey, expirationSeconds: '900' }];
  resultOf(await submit(root, 'create_api_keys', { userId: root.userId, apiKeys }));
  resultOf(await logIn(root, { publicKey: second.publicKey, invalidateExisting: true }));
  expect(refusalOf(await ask({ ...root, ...first }, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  for (const actor of [root, { ...root, ...second }, { ...other, ...others }])
    expect((await ask(actor, 'whoami')).status).toBe(200);
  expect(await keysOf(root)).toHaveLength(3);
});

test('behavior: an eleventh session ends the oldest', async () => {
  const [root] = await addOrganization(service);
  const keys = Array.from({ length: 11 }, newKey);
  for (const { publicKey } of keys) {
    passedMs += 1;
    resultOf(await logIn(root, { publicKey }));
  }
  const [oldest, next] = keys;
  expect(refusalOf(await ask({ ...root, ...oldest }, 'whoami'))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
  expect((await ask({ ...root, ...next }, 'whoami')).status).toBe(200);
});

test('behavior: the key of an earlier session starts a new one', async () => {
  const [root] = await addOrganization(service);
  const key = newKey();
  resultOf(await logIn(root, { publicKey: key.publicKey, expirationSeconds: '60' }));
  passedMs += 61_000;
  resultOf(await logIn(root, { publicKey: key.publicKey }));
  expect((await ask({ ...root, ...key }, 'whoami')).status).toBe(200);
  expect(await keysOf(root)).toHaveLength(2);
});

test('behavior: a user without rights may log in; so may one whose organization needs two approvals', async () => {
  const [root] = await addOrganization(service, { roots: 2, threshold: 2 });
  expect((await logIn(root)).json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
});

test('error: the key of another user, a point that is not on the curve, a session profile', async () => {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  expect(refusalOf(await logIn(user, { publicKey: root.publicKey }))).toEqual([409, 'ALREADY_EXISTS']);
  expect(refusalOf(await logIn(user, { publicKey: `02${'f'.repeat(64)}` }))).toEqual([400, 'INVALID_PUBLIC_KEY']);
  const sessionProfileId = root.userId;
  expect(refusalOf(await logIn(user, { sessionProfileId }))).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
  expect(await keysOf(user)).toHaveLength(1);
});

test('error: a user of the parent cannot log in to a sub-organization', async () => {
  const { organizationId } = await addSubOrganization(service, 'Ada');
  expect(refusalOf(await logIn({ ...service.root, organizationId }))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
