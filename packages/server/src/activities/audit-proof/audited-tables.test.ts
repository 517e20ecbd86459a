import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { auditRows } from '../../../test/arrange-rows.ts';
import { startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { type Authenticated, rowMark, rowName } from '../../core/authority/row-macs.ts';
import type { Column } from '../../core/tables/column.ts';
import { type AuthenticatedTable, inSnakeCase } from '../../core/tables/define-table.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { authenticatedTables } from '../tables.ts';
import { verifyAudit } from './verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { database, macs } = service;
const { organizationId } = await addSubOrganization(service, 'Ada');

/** Two values of each type of a column. */
const samples: Readonly<Record<Column<unknown>['type'], readonly [unknown, unknown]>> = {
  uuid: [randomUUID(), randomUUID()],
  text: ['a', 'b'],
  bytea: [randomBytes(32), randomBytes(32)],
  boolean: [false, true],
  smallint: [1, 2],
  integer: [1, 2],
  bigint: [1n, 2n],
  numeric: ['1', '2'],
  timestamptz: [new Date('2026-11-15T12:34:56.789Z'), new Date('2026-11-16T12:34:56.789Z')],
  'text[]': [['a'], ['a', 'b']],
};

const sampleOf = ({ columns }: AuthenticatedTable) => ({
  ...Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, samples[type][0]])),
  ...('organizationId' in columns && { organizationId }),
});

const changed = ({ columns }: AuthenticatedTable, name: string) => samples[columns[name]?.type ?? 'text'][1];

test('default: the MAC of every table covers each column that decides, and no other', () => {
  expect(authenticatedTables.length).toBeGreaterThan(30);
  for (const table of authenticatedTables) {
    const row = sampleOf(table);
    const mac = macs.macOf(table, row);
    const isGenuine = (name: string) =>
      macs.isGenuine(table, { ...row, [name]: changed(table, name), mac } as Authenticated<object>);
    const names = Object.keys(table.columns);
    expect([table.name, names.filter((name) => !isGenuine(name))]).toEqual([
      table.name,
      names.filter((name) => table.covered.includes(name)),
    ]);
  }
});

test('default: the audit finds a row of every table that was changed, in any of its columns, or removed', async () => {
  const audited = authenticatedTables.filter(({ isAudited }) => isAudited);
  expect(audited.length).toBeGreaterThan(25);
  const rows = new Map(audited.map((table) => [table, sampleOf(table)]));
  await database.transaction(async (sql) => {
    // The rows belong to nothing, and their values mean nothing.
    const constraints = await sql<{ table: string; name: string }[]>`
      select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype in ('c', 'f') and connamespace = 'public'::regnamespace`;
    for (const { table, name } of constraints) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
    const marks: Record<string, string> = {};
    for (const [table, row] of rows) {
      const { length } = await sql`select from ${sql(table.name)} where ${isRow(sql, table, row)}`;
      expect(length).toBe(0);
      await sql`insert into ${sql(table.name)} ${sql({ ...row, mac: macs.macOf(table, row) } as Record<string, string>)}`;
      marks[rowName(table, row)] = rowMark(table, row);
    }
    await auditRows(service, sql, { id: organizationId }, marks);
  });
  const names = new Map([...rows].map(([table, row]) => [rowName(table, row), table.name]));
  const tablesWithProblems = async () =>
    new Set((await verifyAudit(service)).problems.flatMap(({ subject }) => names.get(subject) ?? []));
  expect(await tablesWithProblems()).toEqual(new Set());
  const notKey = ({ columns, key }: AuthenticatedTable) => Object.keys(columns).filter((name) => !key.includes(name));
  const most = Math.max(...audited.map((table) => notKey(table).length));
  for (let index = 0; index < most; index++) {
    const touched = audited.filter((table) => notKey(table).length > index);
    const update = (values: (table: AuthenticatedTable, name: string, row: object) => unknown) =>
      database.transaction(async (sql) => {
        for (const table of touched) {
          const [name = '', row = {}] = [notKey(table)[index], rows.get(table)];
          const value = values(table, name, row) as string;
          await sql`update ${sql(table.name)} set ${sql(inSnakeCase(name))} = ${value} where ${isRow(sql, table, row)}`;
        }
      });
    await update(changed);
    expect(await tablesWithProblems()).toEqual(new Set(touched.map(({ name }) => name)));
    await update((_, name, row) => (row as Readonly<Record<string, unknown>>)[name]);
    expect(await tablesWithProblems()).toEqual(new Set());
  }
  await database.transaction(async (sql) => {
    for (const [table, row] of rows) await sql`delete from ${sql(table.name)} where ${isRow(sql, table, row)}`;
  });
  expect(await tablesWithProblems()).toEqual(new Set(audited.map(({ name }) => name)));
});

/** A condition that matches one row, by its key. */
function isRow(sql: TransactionSql, { key }: AuthenticatedTable, row: object) {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const parts = key.map((name) => sql`and ${sql(inSnakeCase(name))} = ${values[name] as string}`);
  return sql`true ${parts}`;
}
