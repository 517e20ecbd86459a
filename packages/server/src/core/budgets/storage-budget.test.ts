import { describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { bytesInTables, countedBytes } from '../../../test/stored-bytes.ts';
import { addSubOrganization, setQuorum } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount, keyMovements } from '../../../test/wallets.ts';
import { activityTypes } from '../handlers/activity-types.ts';
import { defaultLimits } from '../ports/usage-limits.ts';
import { endings, signIns } from './always-allowed.ts';
import { reserveOf, storageLimit } from './storage-budget.ts';

const exceeded = [429, 'RESOURCE_LIMIT_EXCEEDED'] as const;
const kib = 1024;

/** Something that stores about as many bytes as it is told to. */
const noted = (name: string, bytes = 100) => ({
  policyName: name,
  effect: 'EFFECT_DENY',
  condition: 'false',
  notes: 'n'.repeat(bytes),
});

test('default: the limit of an organization is that of its kind', () => {
  const limits = { ...defaultLimits, organizationBytes: 1_000, signUpBytes: 100, tenantBytes: 10_000 };
  expect(storageLimit(limits, { parentId: null, source: null })).toBe(10_000);
  expect(storageLimit(limits, { parentId: 'parent', source: null })).toBe(1_000);
  expect(storageLimit(limits, { parentId: 'parent', source: 'somewhere' })).toBe(100);
  expect(storageLimit({ ...limits, signUpBytes: 2_000 }, { parentId: 'parent', source: 'somewhere' })).toBe(1_000);
  expect(reserveOf(64 * kib)).toBe(kib ** 2);
  expect(reserveOf(64 * kib ** 3)).toBe(kib ** 3);
});

test('default: what deletes, revokes, exports or signs in is always allowed', () => {
  const names = new Set([...activityTypes.values()].map(({ unit }) => unit.name));
  const allowed = [...endings, ...signIns];
  expect(allowed.filter((name) => !names.has(name as never))).toEqual([]);
  const others = [...names].filter((name) => !allowed.includes(name));
  expect(others.filter((name) => /^(delete|remove|disable|export)_|login|otp|session$/.test(name))).toEqual([]);
});

describe('behavior: beyond its budget', () => {
  const limits = { ...defaultLimits, organizationBytes: 100 * kib };

  /** A sub-organization with a wallet that has stored all it may store. */
  async function full(service: Awaited<ReturnType<typeof startService>>) {
    const ada = await addSubOrganization(service, 'Full');
    const wallet = { walletName: 'Wallet', accounts: [ethereumAccount()] };
    const { walletId } = resultOf(await service.submit(ada, 'create_wallet', wallet));
    const plain = await addUser(service, ada);
    let count = 0;
    for (let last = 200; last === 200 && count < 100; count++)
      last = (await service.submit(ada, 'create_policy', noted(`Policy ${count}`, 4 * kib))).status;
    expect(count).toBeLessThan(20);
    // Until not even the smallest of them fits.
    for (let last = 200; last === 200 && count < 200; count++)
      last = (await service.submit(ada, 'create_policy', noted(`Policy ${count}`, 0))).status;
    expect(count).toBeLessThan(50);
    return { ada, plain, walletId };
  }

  test('an organization can store nothing more, and nothing changes', async () => {
    await using service = await startService({ limits });
    const { ada, plain } = await full(service);
    const { organizationId } = ada;
    const bytes = (await countedBytes(service.database, organizationId)) ?? 0;
    expect(bytes).toBe(await bytesInTables(service.database, organizationId));
    expect(bytes).toBeGreaterThan(95 * kib);
    // The vote and the audit entry of the last one may be beyond it.
    expect(bytes).toBeLessThan(limits.organizationBytes + 4 * kib);
    const before = await readTables(service.database);
    const refused = await service.submit(ada, 'create_user_tag', { userTagName: 'T'.repeat(200), userIds: [] });
    expect(refusalOf(refused)).toEqual(exceeded);
    expect(refused.json.message).toMatch(/^the storage is used up: [0-9]+ of 102400 bytes are used, and this needs/);
    // One that would be denied is not stored either.
    const wide = { userTagName: 'W'.repeat(250), userIds: Array.from({ length: 80 }, () => ada.userId) };
    expect(refusalOf(await service.submit(plain, 'create_user_tag', wide))).toEqual(exceeded);
    const wallet = { walletName: 'W', accounts: Array.from({ length: 20 }, (_, index) => ethereumAccount(index)) };
    expect(refusalOf(await service.submit(ada, 'create_wallet', wallet))).toEqual(exceeded);
    expect(await readTables(service.database)).toEqual(before);
    const type = 'ACTIVITY_TYPE_CREATE_WALLET';
    const request = JSON.stringify({ type, timestampMs: `${Date.now()}`, organizationId, parameters: wallet });
    const dry = await service.ask(ada, 'dry_run_activity', { request });
    expect(dry.json.message).toContain('RESOURCE_LIMIT_EXCEEDED: the storage is used up');
    // The others are not affected.
    expect((await addSubOrganization(service, 'Other')).organizationId).not.toBe('');
  });

  test('people sign in, take their keys out, revoke and delete', async () => {
    await using service = await startService({ limits });
    const { ada, plain, walletId } = await full(service);
    const { exportWallet } = keyMovements(service);
    const session = newKey();
    const signedIn = await service.submit(ada, 'stamp_login', { publicKey: session.publicKey });
    expect(resultOf(signedIn).session).toEqual(expect.any(String));
    const own = { ...ada, ...session };
    expect((await exportWallet(own, walletId)).split(' ')).toHaveLength(12);
    expect((await service.submit(own, 'delete_users', { userIds: [plain.userId] })).status).toBe(200);
    const bytes = await countedBytes(service.database, ada.organizationId);
    const { policies } = (await service.ask(ada, 'list_policies')).json;
    const policyIds = policies.map(({ policyId }: { policyId: string }) => policyId);
    resultOf(await service.submit(own, 'delete_policies', { policyIds }));
    const after = await countedBytes(service.database, ada.organizationId);
    expect(after).toBe(await bytesInTables(service.database, ada.organizationId));
    expect(after).toBeLessThan(bytes ?? 0);
    // What was deleted can be stored again.
    resultOf(await service.submit(own, 'create_policy', noted('Again')));
    resultOf(await service.submit(own, 'delete_sub_organization', { deleteWithoutExport: true }));
  });

  test('the reserve has an end, too', async () => {
    await using service = await startService({ limits: { ...limits, organizationBytes: 10 * kib } });
    const ada = await addSubOrganization(service, 'Full');
    await service.database.transaction(
      (sql) => sql`
        update audit_heads set bytes = ${11 * kib + kib ** 2} where organization_id = ${ada.organizationId}`,
    );
    expect(refusalOf(await service.submit(ada, 'stamp_login', { publicKey: newKey().publicKey }))).toEqual(exceeded);
  });

  test('signing in leaves half of the reserve, and what is denied half of the budget', async () => {
    await using service = await startService({ limits });
    const ada = await addSubOrganization(service, 'Full');
    const plain = await addUser(service, ada);
    const store = (bytes: number) =>
      service.database.transaction(
        (sql) => sql`update audit_heads set bytes = ${bytes} where organization_id = ${ada.organizationId}`,
      );
    const tag = () => service.submit(plain, 'create_user_tag', { userTagName: 'Tag', userIds: [] });
    await store(45 * kib);
    expect(refusalOf(await tag())).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    await store(51 * kib);
    expect(refusalOf(await tag())).toEqual(exceeded);
    await store(limits.organizationBytes + 500 * kib);
    const signIn = () => service.submit(plain, 'stamp_login', { publicKey: newKey().publicKey });
    resultOf(await signIn());
    await store(limits.organizationBytes + 520 * kib);
    expect(refusalOf(await signIn())).toEqual(exceeded);
    resultOf(await service.submit(ada, 'delete_users', { userIds: [plain.userId] }));
  });

  test('votes against and approvals of deletions count, other approvals are refused and can be repeated', async () => {
    let used = 0;
    const storage = { usedBy: () => used, note: () => {} };
    await using service = await startService({ storage });
    const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
    const { userTagId } = resultOf(await service.submit(ada, 'create_user_tag', { userTagName: 'Old', userIds: [] }));
    await setQuorum(service, ada, 2, [ada, bob]);
    const fingerprintOf = async (operation: string, parameters: object) =>
      (await service.submit(ada, operation, parameters)).json.activity.fingerprint;
    const bad = await fingerprintOf('create_user_tag', { userTagName: 'Bad', userIds: [] });
    const good = await fingerprintOf('create_policy', noted('Good', 4 * kib));
    const deletion = await fingerprintOf('delete_user_tags', { userTagIds: [userTagId] });
    used = defaultLimits.tenantBytes + 1;
    const refused = await service.submit(bob, 'approve_activity', { fingerprint: good });
    expect(refusalOf(refused)).toEqual(exceeded);
    const rejected = await service.submit(bob, 'reject_activity', { fingerprint: bad });
    expect(rejected.json.activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    resultOf(await service.submit(bob, 'approve_activity', { fingerprint: deletion }));
    // Now there is room for the vote, but not for what it leads to.
    used = defaultLimits.tenantBytes - kib;
    expect(refusalOf(await service.send(bob, 'approve_activity', refused.body))).toEqual(exceeded);
    used = 0;
    resultOf(await service.send(bob, 'approve_activity', refused.body));
  });

  test('concurrent activities stop at the limit', async () => {
    await using service = await startService({ limits });
    const ada = await addSubOrganization(service, 'Busy');
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => service.submit(ada, 'create_policy', noted(`${index}`, 4 * kib))),
    );
    const stored = replies.filter(({ status }) => status === 200).length;
    expect(stored).toBeGreaterThan(3);
    expect(replies.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(
      Array.from({ length: 60 - stored }, () => exceeded),
    );
    const bytes = await countedBytes(service.database, ada.organizationId);
    expect(bytes).toBe(await bytesInTables(service.database, ada.organizationId));
    expect(bytes).toBeLessThan(limits.organizationBytes + 4 * kib);
  });
});

test('behavior: a group of activities stops at the limit', async () => {
  const limits = { ...defaultLimits };
  await using service = await startService({ limits });
  const { root, database } = service;
  const bytes = async () => (await countedBytes(database, root.organizationId)) ?? 0;
  limits.tenantBytes = (await bytes()) + 50 * kib;
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      service.submit(root, 'create_user_tag', { userTagName: `${index}`, userIds: [] }),
    ),
  );
  const stored = replies.filter(({ status }) => status === 200).length;
  expect(stored).toBeGreaterThan(5);
  expect(replies.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(
    Array.from({ length: 60 - stored }, () => exceeded),
  );
  expect(await bytes()).toBe(await bytesInTables(database, root.organizationId));
  expect(await bytes()).toBeLessThan(limits.tenantBytes + 4 * kib);
});

describe('behavior: anonymous sign-ups', () => {
  const signUp = (service: Awaited<ReturnType<typeof startService>>, apiKey: object) =>
    askProxy(service, 'signup_v2', { ...nobody, apiKeys: [apiKey] });

  test('make organizations that may store little', async () => {
    await using service = await startService({ limits: { ...defaultLimits, signUpBytes: 70 * kib } });
    const key = newKey();
    const { json } = await signUp(service, key.apiKey);
    const ada = { ...key, organizationId: json.organizationId, userId: json.userId };
    const shown = await service.ask(ada, 'get_organization_configs');
    const { usedBytes, limitBytes, leftBytes } = shown.json.configs.storage;
    expect(Number(usedBytes)).toBe(await bytesInTables(service.database, ada.organizationId));
    expect([limitBytes, leftBytes]).toEqual([`${70 * kib}`, `${70 * kib - Number(usedBytes)}`]);
    const policies = Array.from({ length: 20 }, (_, index) => noted(`${index}`, 4 * kib));
    const reply = await service.submit(ada, 'create_policies', { policies });
    expect(refusalOf(reply)).toEqual(exceeded);
    expect(reply.json.message).toContain('of 71680 bytes are used');
    const other = await addSubOrganization(service, 'Not anonymous');
    const configs = (await service.ask(other, 'get_organization_configs')).json.configs;
    expect(configs.storage.limitBytes).toBe(`${defaultLimits.organizationBytes}`);
  });

  test('leave a tenth of the storage of a tenant to its own users', async () => {
    let used = 0;
    const storage = { usedBy: () => used, note: () => {} };
    await using service = await startService({ storage });
    const key = newKey();
    const { json } = await signUp(service, key.apiKey);
    const stranger = { ...key, organizationId: json.organizationId, userId: json.userId };
    const tag = (actor: Actor, userTagName: string) =>
      service.submit(actor, 'create_user_tag', { userTagName, userIds: [] });
    used = defaultLimits.tenantBytes * 0.95;
    expect(refusalOf(await signUp(service, newKey().apiKey))).toEqual(exceeded);
    const refused = await tag(stranger, 'One');
    expect(refusalOf(refused)).toEqual(exceeded);
    // How much the parent has stored is not for a stranger.
    expect(refused.json.message).toBe('the storage of the parent organization is used up');
    resultOf(await tag(service.root, 'One'));
    const own = await addSubOrganization(service, 'Own');
    resultOf(await tag(own, 'One'));
    used = defaultLimits.tenantBytes;
    expect(refusalOf(await tag(service.root, 'Two'))).toEqual(exceeded);
    expect(refusalOf(await tag(own, 'Two'))).toEqual(exceeded);
    used = defaultLimits.tenantBytes * 2;
    const signIn = (actor: Actor) => service.submit(actor, 'stamp_login', { publicKey: newKey().publicKey });
    for (const actor of [own, service.root]) resultOf(await signIn(actor));
    expect(refusalOf(await signIn(stranger))).toEqual(exceeded);
    resultOf(await service.submit(stranger, 'delete_sub_organization', { deleteWithoutExport: true }));
  });
});
