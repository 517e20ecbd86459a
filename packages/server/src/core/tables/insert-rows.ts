import { binaryList } from '../../storage/store/binary-list.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import type { Column } from './column.ts';
import type { Table } from './define-table.ts';

/** Where rows are. */
export interface Placement {
  /** Whether the rows of each organization are on one of several machines. */
  readonly isDistributed: boolean;
}

/** For rows of a single organization: this way of writing them is right on one machine and on several. */
export const anywhere: Placement = { isDistributed: true };

/**
 * Inserts rows of a table. PostgreSQL gets several rows as one list for each column: the text of the statement is then the same for
 * any number of rows, and is prepared once. On several machines, a list of rows would be planned for all of them.
 */
export function insertRows(sql: Sql, table: Table, rows: readonly object[], { isDistributed }: Placement): Statement {
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
    const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]);
    const list = listOf(sql, table.columns[name]?.type ?? 'text', values);
    return index === 0 ? list : sql`, ${list}`;
  });
  return sql`unnest(${lists})`;
}

type ColumnType = Column<unknown>['type'];

function listOf(sql: Sql, type: ColumnType, values: readonly unknown[]): Statement {
  if (type === 'text[]') throw new Error('PostgreSQL has no lists of lists of different lengths');
  if (type === 'numeric')
    return sql`(select ${values.map((value) => (value === null ? null : String(value)))}::numeric[])`;
  return lists[type](sql, binaryList(type, values));
}

const lists: { readonly [Type in Exclude<ColumnType, 'text[]' | 'numeric'>]: (sql: Sql, list: Buffer) => Statement } = {
  uuid: (sql, list) => sql`(select ${list}::uuid[])`,
  text: (sql, list) => sql`(select ${list}::text[])`,
  bytea: (sql, list) => sql`(select ${list}::bytea[])`,
  boolean: (sql, list) => sql`(select ${list}::boolean[])`,
  smallint: (sql, list) => sql`(select ${list}::smallint[])`,
  integer: (sql, list) => sql`(select ${list}::integer[])`,
  bigint: (sql, list) => sql`(select ${list}::bigint[])`,
  timestamptz: (sql, list) => sql`(select ${list}::timestamptz[])`,
};

/** The columns that rows have a value for, in the order of the table. */
const namesOf = ({ columns }: Table, row: object): string[] =>
  [...Object.keys(columns), 'mac'].filter((name) => name in row);

const picked = (row: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]]));
