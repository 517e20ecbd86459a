import { createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { activityHandler } from '../../operations/handlers.ts';
import { createServerOn } from '../../runtime/create-server.ts';
import { openService } from '../../runtime/open-service.ts';
import { openStore } from '../../runtime/open-store.ts';
import { allRootUserChanges, changeText } from './root-user-changes.ts';
import { verifyAudit } from './verify-audit.ts';

/** Earlier versions started sessions of any user. */
const { forUser: _, ...session } = activityHandler('create_read_write_session') ?? {};
const service = await startService({}, { handlers: { create_read_write_session: session as never } });
afterAll(() => service[Symbol.asyncDispose]());
const { submit } = service;
const targetPublicKey = generatePrivateKey('p256').publicKey.hex;

test('behavior: the audit lists what others changed of root users, and nothing else', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const user = await addUser(service, one);
  const change = async (by: Actor, operation: string, parameters: object) => {
    const reply = await submit(by, operation, parameters);
    resultOf(reply);
    return reply.json.activity.id;
  };
  const { userId } = two;
  const listed = [
    await change(one, 'create_api_keys', { userId: userId.toUpperCase(), apiKeys: [newKey().apiKey] }),
    await change(one, 'update_user_email', { userId, userEmail: 'two@example.com' }),
    await change(one, 'update_user', { userId, userPhoneNumber: '+15555550100' }),
    await change(one, 'create_read_write_session', { userId, targetPublicKey }),
  ];
  await change(one, 'update_user', { userId, userName: 'Two' });
  await change(two, 'create_api_keys', { userId, apiKeys: [newKey().apiKey] });
  await change(two, 'create_read_write_session', { targetPublicKey });
  await change(two, 'stamp_login', { publicKey: newKey().publicKey });
  await change(one, 'create_api_keys', { userId: user.userId, apiKeys: [newKey().apiKey] });
  const { rootUserChanges, problems } = await verifyAudit(service);
  expect(problems).toEqual([]);
  const { organizationId } = one;
  const expected = listed.map((activityId) => ({ organizationId, userId, activityId, approvedBy: [one.userId] }));
  expect(rootUserChanges).toMatchObject(expected);
  const { database, macs } = service;
  expect(await allRootUserChanges(database, macs, { maxMs: 60_000 })).toEqual({
    changes: rootUserChanges,
    isComplete: true,
  });
  expect(await allRootUserChanges(database, macs, { maxMs: 0 })).toEqual({ changes: [], isComplete: false });
  const [first] = rootUserChanges;
  expect(first && changeText(first)).toBe(
    `${organizationId}: root user ${userId} was changed by ${one.userId} ` +
      `(ACTIVITY_TYPE_CREATE_API_KEYS_V2, activity ${listed[0]}, ${first?.at})`,
  );
});

test('behavior: a body that was changed in the database is reported, and does not end the search', async () => {
  const [one, two] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const apiKeys = [newKey().apiKey];
  const { json } = await submit(one, 'create_api_keys', { userId: two.userId, apiKeys });
  const { id } = json.activity;
  await service.database.transaction(
    (sql) => sql`
    update activities set body = ${Buffer.from('x')} where organization_id = ${one.organizationId} and id = ${id}`,
  );
  const { problems, rootUserChanges } = await verifyAudit(service);
  expect(problems.map(({ subject }) => subject)).toContain(`activity ${id}`);
  expect(rootUserChanges.map(({ activityId }) => activityId)).not.toContain(id);
});

test('behavior: an upgrade from a version without the rule reports them, the first start does not', async () => {
  await using directory = await temporaryDirectory();
  const reported: string[] = [];
  const options = { dataDirectory: directory.path, report: (message: string) => reported.push(message) };
  const store = await openStore({ ...options, database: 'embedded' });
  await using server = await createServerOn(store, options);
  if (!server.root) throw new Error('the database is not empty');
  const { organizationId, userId: rootId, apiPublicKey: publicKey, apiPrivateKey } = server.root;
  const stamper = createP256Stamper({ publicKey, privateKey: apiPrivateKey ?? '' });
  const client = createClient({ baseUrl: 'http://local', fetch: server.fetch, organizationId, stamper });
  const user = { userName: 'Two', authenticators: [], oauthProviders: [], userTags: [] };
  const { userIds } = await client.createUsersOrThrow({ users: [{ ...user, apiKeys: [newKey().apiKey as never] }] });
  const [userId = ''] = userIds;
  await client.updateRootQuorumOrThrow({ threshold: 1, userIds: [rootId, userId] });
  await client.updateUserEmailOrThrow({ userId, userEmail: 'two@example.com' });
  const { database } = store;
  await openService(database, options);
  expect(reported.splice(0)).toEqual([expect.stringContaining('created a master key')]);
  await database.transaction((sql) => sql`update instance set covers_user_tags = false`);
  await openService(database, options);
  expect(reported).toEqual([expect.stringContaining(`root user ${userId} was changed by ${rootId}`)]);
});
