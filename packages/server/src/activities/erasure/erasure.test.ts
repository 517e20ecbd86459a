import { repetitions } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { afterAll, expect, test } from 'vitest';
import { keepTables } from '../../../test/kept-tables.ts';
import { addManyAccounts } from '../../../test/many-accounts.ts';
import { resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { AuditChain, readHead } from '../../core/audit/audit-chain.ts';
import { erasureEntry } from '../../core/audit/erasure-entry.ts';
import { countStoredBytes } from '../../core/budgets/earlier-bytes.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import { Outbox } from '../../delivery/outbox/outbox.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { kinds } from '../../operations/kinds.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';
import { countedTables } from '../tables.ts';
import { endingKinds, eraseRows } from './erase-rows.ts';
import { defineErasure, erasure } from './erasure.ts';

/** TEST_EFFORT=33 tries what a large customer has. The parts are the same: with fewer rows they would be removed before anybody looks. */
const many = repetitions({ usual: 3_000, full: 3_000 });
const maxRows = Math.ceil(many / 100);

// Nothing is removed until a test says so.
// With the timeouts of a real service.
const service = await startService({}, { timeoutMs: 2_500 });
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask, database, services } = service;

const count = async (table: string, { organizationId }: Actor) => {
  const [{ count }] = await database.query(
    (sql) => sql<[{ count: bigint }]>`
      select count(*) from ${sql(table)} where organization_id = ${organizationId}`,
  );
  return Number(count);
};
const problems = async () => (await verifyAudit(service)).problems;

/** The outbox of a process that removes a part at a time. */
const startProcess = (limits = { maxRows, turnMs: 0 }) => {
  const outbox = new Outbox({ database, services, kinds: [defineErasure(limits)], limits: { pollMs: 3_600_000 } });
  outbox.start();
  return outbox;
};

test('default', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  resultOf(await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }));
  const tag = { privateKeyTagName: 'Tag', privateKeyIds: [] };
  const { privateKeyTagId } = resultOf(await submit(ada, 'create_private_key_tag', tag));
  const privateKey = { privateKeyName: 'Key', curve: 'CURVE_P256', addressFormats: [] };
  const privateKeys = [{ ...privateKey, privateKeyTags: [privateKeyTagId] }];
  resultOf(await submit(ada, 'create_private_keys', { privateKeys }));
  resultOf(await submit(ada, 'init_import_wallet', { userId: ada.userId }));
  resultOf(await submit(ada, 'delete_sub_organization', { deleteWithoutExport: true }));
  const tables = ['wallets', 'wallet_accounts', 'private_keys', 'private_key_tags', 'import_keys'];
  expect(await Promise.all(tables.map((table) => count(table, ada)))).toEqual([1, 1, 1, 1, 1]);
  expect(await problems()).toEqual([]);
  const outbox = startProcess({ maxRows: 1_000, turnMs: 2_000 });
  await outbox.poll();
  await expect.poll(() => count('outbox', ada)).toBe(0);
  await outbox.stop();
  expect(await Promise.all(tables.map((table) => count(table, ada)))).toEqual([0, 0, 0, 0, 0]);
  expect(await problems()).toEqual([]);
  const [counted, stored] = await database.query(async (sql) => {
    const [head] = await sql<[{ bytes: bigint }]>`
      select bytes + earlier_bytes as bytes from audit_heads where organization_id = ${ada.organizationId}`;
    return [head.bytes, await countStoredBytes(sql, ada.organizationId, { tables: countedTables })];
  });
  expect(BigInt(counted)).toBe(stored);
});

test('behavior: the secrets of wallets and private keys are gone with the deletion itself', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  resultOf(await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [] }));
  const privateKey = { privateKeyName: 'Key', curve: 'CURVE_P256', addressFormats: [], privateKeyTags: [] };
  resultOf(await submit(ada, 'create_private_keys', { privateKeys: [privateKey] }));
  const lengths = () =>
    database.query(
      (sql) => sql`
        select octet_length(mnemonic) as bytes from wallets where organization_id = ${ada.organizationId}
        union all select octet_length(seed) from wallets where organization_id = ${ada.organizationId}
        union all select octet_length(secret) from private_keys where organization_id = ${ada.organizationId}`,
    );
  for (const { bytes } of await lengths()) expect(bytes).toBeGreaterThan(32);
  resultOf(await submit(ada, 'delete_sub_organization', { deleteWithoutExport: true }));
  expect(await lengths()).toEqual([{ bytes: 1 }, { bytes: 1 }, { bytes: 1 }]);
});

test(
  'behavior: a large organization is dead immediately and removed in parts, by whichever process is left',
  async () => {
    const ada = await addSubOrganization(service, 'Ada');
    await addManyAccounts(service, ada, many);
    const [{ address }] = (await ask(ada, 'list_wallet_accounts')).json.accounts;
    const search = { filterType: 'WALLET_ACCOUNT_ADDRESS', filterValue: address };
    expect((await ask(root, 'list_suborgs', search)).json.organizationIds).toEqual([ada.organizationId]);
    const start = performance.now();
    resultOf(await submit(ada, 'delete_sub_organization', { deleteWithoutExport: true }));
    const deletedMs = performance.now() - start;
    expect((await ask(ada, 'whoami')).error).toBe('PUBLIC_KEY_NOT_FOUND');
    expect((await ask(root, 'list_suborgs', search)).json.organizationIds).toEqual([]);
    expect(await count('wallet_accounts', ada)).toBe(many);
    expect(await problems()).toEqual([]);

    // It removes some parts, and is killed.
    const first = startProcess();
    await first.poll();
    await expect.poll(() => count('wallet_accounts', ada), { interval: 5 }).toBeLessThanOrEqual(many - 3 * maxRows);
    await first.stop();
    // The lease of a killed process ends without a result.
    await database.transaction(
      (sql) => sql`update outbox set lease_id = gen_random_uuid(), due_at = now() - interval '1 second', attempts = 1`,
    );
    const left = await count('wallet_accounts', ada);
    expect(left).toBeGreaterThan(0);
    expect(await count('outbox', ada)).toBe(1);
    expect(await problems()).toEqual([]);

    const again = performance.now();
    const second = startProcess({ maxRows: 1_000, turnMs: 2_000 });
    await second.poll();
    await expect.poll(() => count('outbox', ada)).toBe(0);
    await second.stop();
    const removedMs = performance.now() - again;
    expect([await count('wallet_accounts', ada), await count('wallets', ada)]).toEqual([0, 0]);
    expect(await problems()).toEqual([]);
    if (many > 10_000)
      process.stderr.write(
        `${many} accounts: the deletion took ${Math.round(deletedMs)} ms, the last ${left} took ${Math.round(removedMs)} ms\n`,
      );
  },
  patience,
);

test('behavior: a row that comes back after the removal is a problem of the audit', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  resultOf(await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [] }));
  const { organizationId } = ada;
  await database.transaction(
    (sql) => sql`create table kept_wallets as select * from wallets where organization_id = ${organizationId}`,
  );
  resultOf(await submit(ada, 'delete_sub_organization', { deleteWithoutExport: true }));
  const outbox = startProcess();
  await outbox.poll();
  await expect.poll(() => count('outbox', ada)).toBe(0);
  await outbox.stop();
  await database.transaction((sql) => sql`insert into wallets select * from kept_wallets`);
  expect(await problems()).toMatchObject([{ organizationId, problem: 'has no audit entry' }]);
  await database.transaction((sql) => sql`delete from wallets where organization_id = ${organizationId}`);
});

test('error: an organization that is not deleted loses nothing', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  resultOf(await submit(ada, 'create_wallet', { walletName: 'Wallet', accounts: [] }));
  const organization = { id: ada.organizationId };
  await expect(database.transaction((sql) => eraseRows({ sql, organization, services }, 1_000))).rejects.toThrow(
    'is not deleted',
  );
  expect(await count('wallets', ada)).toBe(1);
});

test('error: an audit that says that the rows of an organization are removed, though it was not deleted', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { organizationId } = ada;
  const append = () =>
    database.transaction(async (sql) => {
      const organization = await requireOrganization({ sql, services, organization: { id: organizationId } });
      const chain = AuditChain.continue(services.macs, organization, await readHead(sql, organization));
      chain.append(erasureEntry(new Date()), 0);
      await chain.write(sql);
    });
  const restore = await keepTables(database);
  await append();
  expect(await problems()).toMatchObject([
    { organizationId, problem: expect.stringContaining('though the organization was not being deleted') },
  ]);
  await restore();
});

test('behavior: what the organization had left to send is not sent any more, and removed', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { organizationId } = ada;
  await database.transaction(
    (sql) => sql`
      insert into outbox (organization_id, id, kind, idempotency_key, contents, mac, created_at, due_at)
      select ${organizationId}, gen_random_uuid(), kind, kind, '{}', '', now(), now()
      from unnest(${['mail', 'sms', 'webhook', 'parent_webhook', 'evm_transaction']}::text[]) as kind`,
  );
  resultOf(await submit(ada, 'delete_sub_organization', {}));
  const outbox = startProcess();
  await outbox.poll();
  const left = () =>
    database.query((sql) => sql`select kind from outbox where organization_id = ${organizationId} order by kind`);
  await expect.poll(left).toEqual([{ kind: 'evm_transaction' }, { kind: 'parent_webhook' }]);
  await outbox.stop();
  await database.transaction((sql) => sql`delete from outbox where organization_id = ${organizationId}`);
});

test('behavior: the removal waits for an entry that was being delivered', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { organizationId } = ada;
  const id = uuidv7(new Date());
  await database.transaction(
    (sql) => sql`
      insert into outbox (organization_id, id, kind, idempotency_key, contents, mac, created_at, due_at, state, lease_id)
      values (${organizationId}, ${id}, 'mail', 'mail', '{}', '', now(), now() + interval '1 minute', 'waiting', ${id})`,
  );
  resultOf(await submit(ada, 'delete_sub_organization', {}));
  const outbox = startProcess();
  const kindsLeft = async () =>
    (
      await database.query(
        (sql) => sql<{ kind: string }[]>`
          select kind from outbox where organization_id = ${organizationId} order by kind`,
      )
    ).map(({ kind }) => kind);
  const poll = async () => {
    await database.transaction(
      (sql) => sql`update outbox set due_at = now() where organization_id = ${organizationId} and kind = 'erasure'`,
    );
    await outbox.poll();
    await outbox.idle();
  };
  await poll();
  expect(await kindsLeft()).toEqual(['erasure', 'mail']);
  // Whoever delivered it was killed.
  await database.transaction((sql) => sql`update outbox set due_at = now() where id = ${id}`);
  await poll();
  await poll();
  expect(await kindsLeft()).toEqual([]);
  await outbox.stop();
  expect(await problems()).toEqual([]);
});

test('behavior: the kinds that end with an organization are those that are removed', () => {
  const ending = kinds.filter(({ endsWithOrganization }) => endsWithOrganization).map(({ name }) => name);
  expect(endingKinds.toSorted()).toEqual(ending.toSorted());
  expect(kinds).toContain(erasure);
});
