import type { Sql, Statement } from '../../storage/store/database.ts';
import type { Column } from './column.ts';
import type { Table } from './define-table.ts';

/**
 * Inserts rows of a table. PostgreSQL gets several rows as one list for each column: the text of the statement is then the same for
 * any number of rows, and is prepared once.
 *
 * @param isDistributed Whether the rows of each organization are on one of several machines. A list of rows would be planned for all
 * of them.
 */
export function insertRows(
  sql: Sql,
  table: Table,
  rows: readonly object[],
  { isDistributed }: { readonly isDistributed: boolean },
): Statement {
  const names = namesOf(table, rows[0] ?? {});
  const into = sql`insert into ${sql(table.name)}`;
  if (isDistributed || rows.length === 1) return sql`${into} ${sql(rows.map((row) => picked(row, names)))}`;
  return sql`${into} (${sql(names)}) select * from ${listsOf(sql, table, rows, names)}`;
}

/**
 * Rows as a source of a statement: `unnest` of one list for each column, with the columns in the order of the names. The inner selects
 * hide the number of rows from PostgreSQL. Otherwise it plans the statement again each time, which takes longer than running it.
 */
export function listsOf(sql: Sql, table: Table, rows: readonly object[], names: readonly string[]): Statement {
  const lists = names.map((name, index) => {
    const values = rows.map((row) => textOf((row as Readonly<Record<string, unknown>>)[name]));
    const list = listOf[table.columns[name]?.type ?? 'text'](sql, values);
    return index === 0 ? list : sql`, ${list}`;
  });
  return sql`unnest(${lists})`;
}

type List = (sql: Sql, values: readonly (string | null)[]) => Statement;

const listOf: { readonly [Type in Column<unknown>['type']]: List } = {
  uuid: (sql, values) => sql`(select ${values}::uuid[])`,
  text: (sql, values) => sql`(select ${values}::text[])`,
  bytea: (sql, values) => sql`(select ${values}::bytea[])`,
  boolean: (sql, values) => sql`(select ${values}::boolean[])`,
  smallint: (sql, values) => sql`(select ${values}::smallint[])`,
  integer: (sql, values) => sql`(select ${values}::integer[])`,
  bigint: (sql, values) => sql`(select ${values}::bigint[])`,
  numeric: (sql, values) => sql`(select ${values}::numeric[])`,
  timestamptz: (sql, values) => sql`(select ${values}::timestamptz[])`,
  'text[]': () => {
    throw new Error('PostgreSQL has no lists of lists of different lengths');
  },
};

/** The columns that rows have a value for, in the order of the table. */
const namesOf = ({ columns }: Table, row: object): string[] =>
  [...Object.keys(columns), 'mac'].filter((name) => name in row);

const picked = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]]));

/** A value as an element of a list. */
function textOf(value: unknown): string | null {
  if (value === undefined) throw new Error('the rows of a list must have the same columns');
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return String(value);
}
