import { randomUUID } from 'node:crypto';
import { examples } from '@mintmark/schema';
import { importJwks, verifySessionToken } from '@mintmark/stamper/tokens';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

const start = Date.now();
const service = await startService({ clock: () => new Date(start) });
afterAll(() => service[Symbol.asyncDispose]());

const { sessionProfile: profile } = examples;
/** A scope that allows every login, so that only the rules for logins refuse. */
const logins = "activity.resource == 'AUTH' || activity.resource == 'CREDENTIAL'";

let names = 0;
const create = (by: Actor, more: object = {}) =>
  service.submit(by, 'create_session_profile', { ...profile, sessionProfileName: `Profile ${++names}`, ...more });
const add = async (by: Actor, more: object = {}): Promise<string> => resultOf(await create(by, more)).sessionProfileId;
const list = async (by: Actor) => (await service.ask(by, 'get_session_profiles')).json.sessionProfiles;
const get = (by: Actor, sessionProfileId: string) => service.ask(by, 'get_session_profile', { sessionProfileId });

const logIn = (by: Actor, more: object = {}) =>
  service.submit(by, 'stamp_login', { publicKey: newKey().publicKey, ...more });
/** The user, stamping with the key of a new session. */
async function sessionOf(user: Actor, more: object = {}): Promise<Actor> {
  const key = newKey();
  resultOf(await logIn(user, { publicKey: key.publicKey, ...more }));
  return { ...user, ...key };
}
const claimsOf = async (session: string) => {
  const page = await fetchOf(service.app)('http://local/.well-known/jwks.json');
  const verdict = await verifySessionToken(session, await importJwks(await page.json()));
  if (!verdict.ok) throw verdict.error;
  return verdict.claims;
};

describe('create_session_profile', () => {
  test('default', async () => {
    const [root] = await addOrganization(service);
    const sessionProfileId = resultOf(await service.submit(root, 'create_session_profile', profile)).sessionProfileId;
    const record = { sessionProfileId, ...profile, createdAt: expect.anything(), updatedAt: expect.anything() };
    expect((await get(root, sessionProfileId.toUpperCase())).json).toEqual({ sessionProfile: record });
    expect(await list(root)).toEqual([record]);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('args: without a lifetime and notes; a scope of several lines about a transaction', async () => {
    const [root] = await addOrganization(service);
    const parameters = { sessionProfileName: 'Small', scope: "activity.action == 'SIGN'\n&& eth.tx.value < 100" };
    const { sessionProfileId } = resultOf(await service.submit(root, 'create_session_profile', parameters));
    const { createdAt: _, updatedAt: __, ...record } = (await get(root, sessionProfileId)).json.sessionProfile;
    expect(record).toEqual({ sessionProfileId, ...parameters });
  });

  test.for([
    ['syntax', 'activity.action ==', 'line 1, column 19: '],
    ['an unknown name', "true\n  && nothing == 'x'", 'line 2, column 6: '],
    ['not a truth value', 'activity.action', 'line 1, column 1: '],
    ['approvers, whom a scope does not know', 'approvers.count() > 1', 'line 1, column 1: '],
    ['nothing but spaces', '  ', 'line 1, column 3: '],
  ] as const)('error: %s, and nothing is stored', async ([, scope, position]) => {
    const [root] = await addOrganization(service);
    const before = await readTables(service.database);
    const reply = await create(root, { scope });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_POLICY']);
    expect(reply.json.message).toContain(`invalid session profile scope: ${position}`);
    const description = reply.json.message.slice('invalid session profile scope: '.length);
    expect(JSON.stringify(reply.json.details)).toContain(JSON.stringify({ field: 'parameters.scope', description }));
    expect(await readTables(service.database)).toEqual(before);
  });

  test('error: a name that is taken or reserved; elsewhere it can be', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const sessionProfileName = 'Same';
    await add(root, { sessionProfileName });
    for (const name of [sessionProfileName, 'SESSION_TYPE_READ_WRITE', 'SESSION_TYPE_READ_ONLY'])
      expect(refusalOf(await create(root, { sessionProfileName: name }))).toEqual([409, 'ALREADY_EXISTS']);
    await add(other, { sessionProfileName });
    expect(await list(root)).toHaveLength(1);
  });

  test('error: a sub-organization, not a root user, a scope that is empty or too long', async () => {
    const [root] = await addOrganization(service);
    const [child] = await addOrganization(service, { parentId: root.organizationId });
    expect(refusalOf(await create(child))).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
    expect(refusalOf(await create(await addUser(service, root)))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    for (const scope of ['', `true && ${' '.repeat(4090)}true`])
      expect(refusalOf(await create(root, { scope }))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('error: more than a hundred', async () => {
    const [root] = await addOrganization(service);
    for (let count = 0; count < 100; count++) await add(root);
    expect(refusalOf(await create(root))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect(await list(root)).toHaveLength(100);
  });
});

describe('get_session_profile', () => {
  test('behavior: a sub-organization sees those of its parent, newest first, and no others', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const [child] = await addOrganization(service, { parentId: root.organizationId });
    const ids = [await add(root), await add(root)];
    const foreign = await add(other);
    const listed = (await list(await addUser(service, child))).map(
      (one: { sessionProfileId: string }) => one.sessionProfileId,
    );
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect((await get(child, ids[0] ?? '')).json.sessionProfile.sessionProfileId).toBe(ids[0]);
    for (const reply of [await get(child, foreign), await get(root, foreign), await get(root, randomUUID())])
      expect(refusalOf(reply)).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
  });
});

describe('sessions', () => {
  test('default: the key and the token have the profile, also in a sub-organization', async () => {
    const [root] = await addOrganization(service);
    const [child] = await addOrganization(service, { parentId: root.organizationId });
    const sessionProfileId = await add(root, { sessionProfileName: 'Desk' });
    for (const user of [root, child]) {
      const { publicKey } = newKey();
      const { session } = resultOf(await logIn(user, { publicKey, sessionProfileId: sessionProfileId.toUpperCase() }));
      expect(await claimsOf(session)).toEqual({
        exp: Math.floor((start + 900_000) / 1000),
        public_key: publicKey,
        session_type: 'Desk',
        user_id: user.userId,
        organization_id: user.organizationId,
        session_profile_id: sessionProfileId,
        scope: profile.scope,
      });
      const { apiKeys } = (await service.ask(user, 'get_api_keys', { userId: user.userId })).json;
      expect(apiKeys).toContainEqual(
        expect.objectContaining({ credential: { publicKey, type: 'CREDENTIAL_TYPE_LOGIN', sessionProfileId } }),
      );
    }
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test.for([
    ['less than the profile allows', '60', '3600', 60],
    ['more', '7200', '3600', 3600],
    ['nothing, with a longer profile', undefined, '3600', 900],
    ['nothing, with a shorter profile', undefined, '300', 300],
    ['a lifetime, with a profile without one', '7200', undefined, 7200],
  ] as const)('behavior: who asks for %s', async ([, expirationSeconds, max, lifetime]) => {
    const [root] = await addOrganization(service);
    const sessionProfileId = await add(root, { expirationSeconds: max });
    const { session } = resultOf(await logIn(root, { sessionProfileId, expirationSeconds }));
    expect((await claimsOf(session)).exp).toBe(Math.floor((start + lifetime * 1000) / 1000));
    const { apiKeys } = (await service.ask(root, 'get_api_keys', { userId: root.userId })).json;
    expect(apiKeys.map((key: { expirationSeconds?: string }) => key.expirationSeconds)).toContain(String(lifetime));
  });

  test('behavior: a session with a profile starts sessions with the same profile', async () => {
    const [root] = await addOrganization(service);
    const [child] = await addOrganization(service, { parentId: root.organizationId });
    const sessionProfileId = await add(root, { scope: logins });
    for (const user of [root, child]) {
      const session = await sessionOf(user, { sessionProfileId });
      const next = await sessionOf(session, { sessionProfileId: sessionProfileId.toUpperCase() });
      expect(refusalOf(await logIn(next))).toEqual([403, 'SESSION_PROFILE_REQUIRED']);
    }
  });

  test('error: a session with a profile asks for one without it, with another, or for a read-write session', async () => {
    const [root] = await addOrganization(service);
    const [sessionProfileId, another] = [await add(root, { scope: logins }), await add(root, { scope: logins })];
    const session = await sessionOf(root, { sessionProfileId });
    const readWrite = { targetPublicKey: examples.targetPublicKey };
    const before = await readTables(service.database);
    for (const reply of [
      await logIn(session),
      await logIn(session, { sessionProfileId: another }),
      await logIn(session, { sessionProfileId: randomUUID() }),
      await service.submit(session, 'create_read_write_session', readWrite),
      await service.submit(session, 'create_read_write_session', { ...readWrite, userId: root.userId }),
    ])
      expect(refusalOf(reply)).toEqual([403, 'SESSION_PROFILE_REQUIRED']);
    expect(await readTables(service.database)).toEqual(before);
  });

  test('error: unknown, or of another organization', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    for (const sessionProfileId of [randomUUID(), await add(other)])
      expect(refusalOf(await logIn(root, { sessionProfileId }))).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
  });
});

test('behavior: a row that somebody else changed is not shown, and nobody logs in with it', async () => {
  const [root] = await addOrganization(service);
  const sessionProfileId = await add(root);
  await service.database.query((sql) => sql`update session_profiles set scope = 'true' where id = ${sessionProfileId}`);
  expect(await list(root)).toEqual([]);
  expect(refusalOf(await get(root, sessionProfileId))).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
  expect(refusalOf(await logIn(root, { sessionProfileId }))).toEqual([404, 'SESSION_PROFILE_NOT_FOUND']);
});
