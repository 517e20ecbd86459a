import { afterAll, afterEach, expect, test } from 'vitest';
import { keepTables } from '../../../test/kept-tables.ts';
import { addUser, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { coverUserTags } from '../../runtime/bootstrap/cover-user-tags.ts';
import { usersTable } from './users-table.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, macs, root, submit, ask } = service;

const pat = await addUser(service, root, {});
const sam = await addUser(service, root, {});
const addTag = async (userTagName: string, userIds: readonly string[] = []): Promise<string> =>
  resultOf(await submit(root, 'create_user_tag', { userTagName, userIds })).userTagId;
const probation = await addTag('On probation', [pat.userId]);
const spare = await addTag('Spare');

const addPolicy = async (policy: object) => resultOf(await submit(root, 'create_policy', { notes: '', ...policy }));
await addPolicy({
  policyName: 'Wallets',
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  consensus: 'true',
});
await addPolicy({
  policyName: 'No wallets on probation',
  effect: 'EFFECT_DENY',
  condition: "activity.resource == 'WALLET'",
  consensus: `approvers.any(user, user.tags.contains('${probation}'))`,
});

const restore = await keepTables(database);
afterEach(restore);

const denied = 'REQUEST_NOT_AUTHORIZED';
let wallets = 0;
const addWallet = async (actor: Actor) =>
  (await submit(actor, 'create_wallet', { walletName: `Wallet ${++wallets}`, accounts: [] })).error;
const countWallets = async () => (await ask(root, 'list_wallets')).json.wallets.length;
const takeOff = () => database.transaction((sql) => sql`delete from user_tags where user_id = ${pat.userId}`);
const problemsNow = async () => (await verifyAudit(service)).problems.map(({ problem }) => problem);
const update = (change: object) => ({ userTagId: spare, addUserIds: [], removeUserIds: [], ...change });
const toPat = [pat.userId.toUpperCase()];

test('default: a DENY policy for a tag applies', async () => {
  expect([await addWallet(sam), await addWallet(pat)]).toEqual([undefined, denied]);
});

test('error: without the row of the tag, the user is not allowed more', async () => {
  await takeOff();
  const before = await countWallets();
  expect([await addWallet(pat), await addWallet(sam)]).toEqual(['INTERNAL', undefined]);
  expect(await countWallets()).toBe(before + 1);
});

test.each([
  ['a tag is put on the user', 'update_user_tag', update({ addUserIds: toPat })],
  ['a tag is taken off the user', 'update_user_tag', update({ removeUserIds: toPat })],
  ['the tags of the user are replaced', 'update_user', { userId: pat.userId, userTagIds: [spare] }],
  ['the user loses all tags', 'update_user', { userId: pat.userId, userTagIds: [] }],
  ['a tag is made for the user', 'create_user_tag', { userTagName: 'New', userIds: toPat }],
] as const)('error: a missing row is not accepted because %s', async (_, operation, parameters) => {
  await takeOff();
  expect((await submit(root, operation, parameters)).error).toBe('INTERNAL');
  resultOf(await submit(root, 'delete_user_tags', { userTagIds: [probation] }));
  expect(await addWallet(pat)).toBe('INTERNAL');
});

test.each([
  ['put on', 'update_user_tag', update({ addUserIds: [...toPat, sam.userId] }), [probation, spare]],
  ['put on again', 'update_user_tag', update({ userTagId: probation, addUserIds: toPat }), [probation]],
  ['taken off', 'update_user_tag', update({ userTagId: probation, removeUserIds: toPat }), []],
  ['replaced', 'update_user', { userId: pat.userId, userTagIds: [spare] }, [spare]],
  ['deleted', 'delete_user_tags', { userTagIds: [probation, spare] }, []],
] as const)('behavior: a user whose tag is %s has the rest', async (_, operation, parameters, tags) => {
  resultOf(await submit(root, operation, parameters));
  const { user } = (await ask(root, 'get_user', { userId: pat.userId })).json;
  expect(user.userTags.toSorted()).toEqual(tags.toSorted());
  expect(await addWallet(pat)).toBe(tags.some((id) => id === probation) ? denied : undefined);
  expect(await problemsNow()).toEqual([]);
});

test('behavior: a new user with tags', async () => {
  const kim = await addUser(service, root, { userTags: [probation, spare] });
  expect(await addWallet(kim)).toBe(denied);
  await database.transaction((sql) => sql`delete from user_tags where tag_id = ${probation}`);
  expect(await addWallet(kim)).toBe('INTERNAL');
});

test('behavior: users of an earlier version get their digests at the first start', async () => {
  const sub = await addSubOrganization(service, 'Sub');
  resultOf(await submit(sub, 'create_user_tag', { userTagName: 'Tag', userIds: [sub.userId] }));
  // As an earlier version wrote them: their MACs do not cover the column.
  await database.transaction(async (sql) => {
    await sql`update instance set covers_user_tags = false`;
    for (const user of await sql`select * from users`) {
      const mac = macs.macOf(usersTable, { ...user, tagsDigest: null } as never);
      await sql`update users set tags_digest = null, mac = ${mac} where id = ${user['id'] as string}`;
    }
  });
  expect([await addWallet(pat), await addWallet(sub)]).toEqual([denied, undefined]);
  await Promise.all([watched(() => coverUserTags(database, macs)), watched(() => coverUserTags(database, macs))]);
  const covered = await database.query(
    (sql) => sql<{ id: string }[]>`select id from users where tags_digest is not null`,
  );
  expect(covered.map(({ id }) => id).toSorted()).toEqual([pat.userId, sub.userId].toSorted());
  expect([await addWallet(pat), await addWallet(sam), await addWallet(sub)]).toEqual([denied, undefined, undefined]);
  expect(await problemsNow()).toEqual([]);
  await database.transaction((sql) => sql`delete from user_tags`);
  expect([await addWallet(pat), await addWallet(sub)]).toEqual(['INTERNAL', 'INTERNAL']);
  // A later start does not accept what is missing.
  await coverUserTags(database, macs);
  expect(await addWallet(pat)).toBe('INTERNAL');
});

test('error: a start does not accept what somebody else wrote', async () => {
  await database.transaction(async (sql) => {
    await sql`update instance set covers_user_tags = false`;
    await sql`update users set tags_digest = null where id = ${pat.userId}`;
  });
  await coverUserTags(database, macs);
  expect(await addWallet(pat)).toBe('PUBLIC_KEY_NOT_FOUND');
});
