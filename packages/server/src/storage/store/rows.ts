import type { QueryArrayResult } from 'pg';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { Answer } from './statement.ts';

/**
 * How columns are read, by the object id of their type: `bigint` as bigint, `timestamptz` as Date, `bytea` as a copy of its
 * bytes, `json` as JSON.parse returns it, `text[]` and `uuid[]` as arrays. Columns of other types stay text.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  17: readBytes,
  20: BigInt,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  1009: readArray,
  1184: (text) => new Date(text),
  2951: readArray,
  3802: JSON.parse,
};

/** Tells the driver to leave all columns as text. */
export const textColumns = { getTypeParser: () => String };

/** How the columns of a statement are named and read. */
export type Columns = readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

/** The columns of a result. */
export const columnsOf = ({ fields }: Pick<QueryArrayResult, 'fields'>): Columns =>
  fields.map(({ name, dataTypeID }) => ({ name: camelCase(name), parse: parsers[dataTypeID] ?? String }));

/** A row, from the text of its columns. */
export function readRow(columns: Columns, texts: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < columns.length; place++) {
    const { name, parse } = columns[place] as Columns[number];
    const text = texts[place] as string | null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}

/** The rows of a result whose columns are text. */
export function answerOf(columns: Columns, { rows, rowCount }: QueryArrayResult<(string | null)[]>): Answer {
  return withCount(
    rows.map((texts) => readRow(columns, texts)),
    rowCount ?? 0,
  );
}

/** Rows as an answer. The count is not enumerable, so that two answers with the same rows are equal. */
export const withCount = (rows: object[], count: number): Answer =>
  Object.defineProperty(rows, 'count', { value: count }) as object[] & { count: number };

/** More names than the schema has. */
const camelCased = new BoundedMap<string>(10_000);

function camelCase(name: string): string {
  let text = camelCased.get(name);
  if (text === undefined) {
    text = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelCased.set(name, text);
  }
  return text;
}

/** A copy of the bytes, so that a secret can be overwritten: a Buffer may share its memory. */
function readBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2 - 1);
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
  return bytes;
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function readArray(text: string): (string | null)[] {
  const items = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs);
  return Array.from(items, ([item, quoted]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1');
    return item === 'NULL' ? null : item;
  });
}
