import { expect, test } from 'vitest';
import { startService } from '../../../test/service.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifySchema } from './verify-schema.ts';

const problemsAfter = async (change: (sql: TransactionSql) => Promise<unknown>) => {
  await using test = await createTestDatabase();
  const problems: string[] = [];
  await test.database.transaction(async (sql) => {
    await change(sql);
    await verifySchema(sql, (subject, problem) => problems.push(`${subject} ${problem}`));
  });
  return problems;
};

test('default', async () => {
  expect(await problemsAfter(async () => {})).toEqual([]);
});

const changes: Record<string, [change: (sql: TransactionSql) => Promise<unknown>, problem: string]> = {
  'a view in the place of a table': [
    async (sql) => {
      await sql`alter table api_keys rename to others`;
      await sql`create view api_keys as select * from others`;
    },
    'table api_keys is not a table',
  ],
  'row security': [(sql) => sql`alter table users enable row level security`, 'table users has rules or row security'],
  'a rule': [
    (sql) => sql`create rule keep as on delete to votes do instead nothing`,
    'table votes has rules or row security',
  ],
  'a trigger': [
    async (sql) => {
      await sql`create function keep() returns trigger language plpgsql as 'begin return null; end'`;
      await sql`create trigger keep before update on api_keys for each row execute function keep()`;
    },
    'table api_keys has a trigger',
  ],
  'no primary key': [
    (sql) => sql`alter table audit_entries drop constraint audit_entries_pkey`,
    'table audit_entries has lost its primary key',
  ],
  'operators before those of PostgreSQL': [
    (sql) => sql`set local search_path = hostile, pg_catalog, public`,
    "search_path puts other operators before PostgreSQL's own",
  ],
};
test.each(Object.keys(changes))('error: %s', async (name) => {
  const [change, problem] = changes[name] as (typeof changes)[string];
  expect(await problemsAfter(change)).toEqual([problem]);
});

test('error: an audit that is answered by a view', async () => {
  await using service = await startService();
  await service.database.transaction(async (sql) => {
    await sql`alter table api_keys rename to others`;
    await sql`create view api_keys as select * from others`;
  });
  const { problems } = await verifyAudit(service);
  expect(problems.map(({ subject }) => subject)).toEqual(['table api_keys']);
});
