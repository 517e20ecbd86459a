import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runStatement } from '../../../test/statement.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

test('behavior: a lookup in a large organization reads only what it looks for, though most organizations have one account', async () => {
  await using test = await createTestDatabase();
  const large = randomUUID();
  await runStatement(test.superuser, async (sql) => {
    // Without foreign keys, so that nothing else has to be there.
    await sql`set session_replication_role = replica`;
    await sql`
      insert into wallet_accounts
      select case when number > 20000 then ${large}::uuid else gen_random_uuid() end,
             gen_random_uuid(), gen_random_uuid(), null, 'CURVE_SECP256K1', 'm/' || number, 'ADDRESS_FORMAT_ETHEREUM',
             'address ' || number, 'key ' || number, true, now() + number * interval '1 second', now(), ''
      from generate_series(1, 22000) as number`;
    await sql`analyze wallet_accounts`;
  });
  const [{ count }] = await test.database.transaction(async (sql) => {
    // As PostgreSQL plans statements that it executes often.
    await sql`set local plan_cache_mode = force_generic_plan`;
    const ids = [randomUUID(), randomUUID()];
    for (const condition of [
      sql`id = ${randomUUID()}`,
      sql`id = any(${ids}::uuid[])`,
      sql`wallet_id = any(${ids}::uuid[])`,
      sql`address = ${'address 20001'}`,
      sql`public_key = ${'key 20001'}`,
    ]) {
      await sql`select * from wallet_accounts where organization_id = ${large} and ${condition}`;
      await sql`delete from wallet_accounts where organization_id = ${large} and ${condition}`;
    }
    return await sql<[{ count: bigint }]>`
      select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'wallet_accounts'`;
  });
  expect(Number(count)).toBeLessThan(10);
});
