import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { type Memo, MemoSlot } from '../model/memo.ts';
import type { AuthenticatedTable } from '../tables/define-table.ts';

/** A row that was not written by this service, or was changed since. */
export interface ForgedRow {
  readonly table: string;
  readonly organizationId: string | undefined;
  readonly row: string;
}

/** A row as it was read, with the columns that its MAC covers. */
export type Authenticated<Row> = Row & { readonly mac: string };

/** The expected values of columns; a list means any one of them. */
export type Asked<Covered> = { readonly [Column in keyof Covered]?: Covered[Column] | readonly Covered[Column][] };

const maxVerified = 20_000;

/**
 * Authenticates rows by HMAC-SHA256, so that writing to the database without the key gives no authority: a row without a
 * valid MAC counts as absent. A MAC does not reveal that a row was removed, or that an older version was put back; the
 * audit does.
 */
export class RowMacs {
  readonly #key: KeyObject;
  readonly #onForged: (row: ForgedRow) => void;
  /** Verified texts by MAC: comparing costs a tenth of computing the MAC again. */
  readonly #verified = new BoundedMap<string>(maxVerified);

  constructor(key: KeyObject, onForged: (row: ForgedRow) => void = () => {}) {
    this.#key = key;
    this.#onForged = onForged;
  }

  /** @param options.isReadAgain Whether the row will be verified again soon, as the newest link of a chain is by the next entry. */
  macOf<Covered extends object>(
    table: AuthenticatedTable<object, Covered>,
    row: NoInfer<Covered>,
    { isReadAgain = false } = {},
  ): string {
    const text = macText(table, row);
    const mac = this.#compute(text).toString('base64url');
    if (isReadAgain) this.#verified.set(mac, text);
    return mac;
  }

  /**
   * Whether this service wrote the row. Reports the row if not.
   *
   * @param options.isReadAgain Whether the row may be verified again soon. If not, its text is not kept in memory.
   */
  isGenuine<Covered extends object>(
    table: AuthenticatedTable<object, Covered>,
    row: Authenticated<NoInfer<Covered>>,
    { isReadAgain = true }: { readonly isReadAgain?: boolean } = {},
  ): boolean {
    const text = macText(table, row);
    if (this.#verified.get(row.mac) === text) return true;
    if (isEqual(this.#compute(text), row.mac)) {
      if (isReadAgain) this.#verified.set(row.mac, text);
      return true;
    }
    const { id, organizationId } = row as { id?: string; organizationId?: string };
    const owner = table.shard === 'id' ? id : organizationId;
    this.#onForged({ table: table.name, organizationId: owner, row: rowName(table, row) });
    return false;
  }

  /**
   * The rows that this service wrote and that have the expected values. The statement filters by these values too, but the owner
   * of the database controls its operators and functions, and can answer with genuine rows of another user.
   *
   * @param options As those of `isGenuine`.
   */
  genuine<Covered extends object, Row extends Authenticated<Covered>>(
    table: AuthenticatedTable<object, Covered>,
    rows: readonly Row[],
    asked: Asked<NoInfer<Covered>>,
    options: { readonly isReadAgain?: boolean } = {},
  ): Row[] {
    const isAsked = expectation(asked);
    return rows.filter((row) => isAsked(row) && this.isGenuine(table, row, options));
  }

  /**
   * A keyed hash of something secret or personal that is only compared, so that nobody can guess it from the database. Each
   * purpose has a key of its own, derived from the key of the MACs.
   */
  keyedHash(purpose: string, parts: readonly string[]): Buffer {
    const key = this.#compute(`keyed hash of ${purpose}`);
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  }

  #compute(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

/** Tells whether a row has the expected values. Lists may be long, and there may be many rows. */
function expectation(asked: object): (row: object) => boolean {
  const columns = Object.entries(asked).map(([column, value]) => [column, new Set([value].flat().map(plain))] as const);
  return (row) =>
    columns.every(([column, values]) => values.has(plain((row as Readonly<Record<string, unknown>>)[column])));
}

function isEqual(mac: Buffer, text: string): boolean {
  const given = Buffer.from(text, 'base64url');
  return given.length === mac.length && timingSafeEqual(given, mac);
}

/** The digest of a row in the audit: it covers all columns but those that change without an activity. */
export function rowMark<Row extends object>(table: AuthenticatedTable<Row>, row: NoInfer<Row>): string {
  return hash('sha256', textOf(table.name, row, table.marked), 'base64url');
}

/** Columns that are not part of a row's name: whom it belongs to, and bytes. */
const unnamed: readonly string[] = ['tenantId', 'organizationId', 'parentId', 'digest'];

/** The name of a row within its organization. */
export function rowName({ name, key }: Pick<AuthenticatedTable, 'name' | 'key'>, row: object): string {
  const ids = key.filter((column) => !unnamed.includes(column));
  return [name, ...ids.map((column) => (row as Readonly<Record<string, unknown>>)[column])].join('/');
}

/** The names of rows with their digests. */
export type Marks = Readonly<Record<string, string>>;

/**
 * Marks as one, to which more can be added. Names of new rows are used only once, and V8 would keep a hidden class for each: an object
 * without a prototype is a dictionary from the beginning.
 */
export const joinedMarks = (...all: readonly (Marks | undefined)[]): Record<string, string> =>
  Object.assign(Object.create(null), ...all);

const rowMarks = new MemoSlot<Marks>();

/**
 * The name and the digest of a row that a decision depends on.
 *
 * @param reads What the row was read with: many decisions of a group depend on the same rows.
 */
export function markOf<Row extends object>(table: AuthenticatedTable<Row>, row: NoInfer<Row>, reads?: Memo): Marks {
  const name = rowName(table, row);
  const mark = () => ({ [name]: rowMark(table, row) });
  return reads ? reads.once(rowMarks, name, mark) : mark();
}

function macText({ name, covered, addedLater }: AuthenticatedTable, row: object): string {
  const isWithout =
    addedLater !== undefined && ((row as Readonly<Record<string, unknown>>)[addedLater] ?? null) === null;
  return textOf(name, row, isWithout ? covered.filter((column) => column !== addedLater) : covered);
}

/** Columns have fixed places, and JSON delimits their values: no two rows have the same text. */
function textOf(table: string, row: object, names: readonly string[]): string {
  const values: unknown[] = [table];
  for (const name of names) values.push(plain((row as Readonly<Record<string, unknown>>)[name]));
  return JSON.stringify(values);
}

/** One form for a value, whether it is about to be written, was read as a column, or within JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined || value === null) return null;
  // PostgreSQL has times that JavaScript cannot represent, such as infinity: these differ from null.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'never' : value.getTime();
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  return value;
}
