import type { Column } from './column.ts';
import { inSnakeCase, type Table } from './define-table.ts';

/** A row as JSON has it that PostgreSQL made of it. */
export type NestedRow = Readonly<Record<string, unknown>>;

/** How the columns are read whose values JSON has in another form. */
const readers: { readonly [Type in Column<unknown>['type']]?: (value: never) => unknown } = {
  bytea: (text: string) => Buffer.from(text.slice(2), 'hex'),
  bigint: (number: number) => BigInt(number),
  timestamptz: (text: string) => new Date(text),
  numeric: () => {
    throw new Error('a number of any size cannot be nested: JSON would round it');
  },
};

type Member = readonly [name: string, column: string, read: ((value: never) => unknown) | undefined];

const membersOf = new WeakMap<Table, readonly Member[]>();

/** A row of a table that was nested as JSON in another one, as a statement about the table itself would return it. */
export function readNestedRow<Row>(table: Table, json: NestedRow): Row {
  const row: Record<string, unknown> = {};
  for (const [name, column, read] of membersFor(table)) {
    const value = json[column];
    row[name] = read && value !== null && value !== undefined ? read(value as never) : value;
  }
  return row as Row;
}

function membersFor(table: Table): readonly Member[] {
  const known = membersOf.get(table);
  if (known) return known;
  const columns = Object.entries(table.columns).map(
    ([name, { type }]) => [name, inSnakeCase(name), readers[type]] as const,
  );
  const members: readonly Member[] = [...columns, ['mac', 'mac', undefined]];
  membersOf.set(table, members);
  return members;
}
