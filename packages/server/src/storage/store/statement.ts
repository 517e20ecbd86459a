import { BoundedMap } from '../cache/bounded-map.ts';
import { StoreError, storeErrorCodes } from './store-error.ts';

/** The default type of a row that a statement returns. */
export type Row = Readonly<Record<string, unknown>>;

/** What a template of a statement may contain. */
export type Part =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly (string | null)[]
  | null
  | Json
  | Identifiers
  | Columns
  | Statement<readonly object[]>
  | readonly Statement<readonly object[]>[];

/** Statements as tagged templates. Values are sent separately from the text. */
export interface Sql {
  <Rows extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...parts: readonly Part[]): Statement<Rows>;
  /** Names of tables or columns, in camel case or in snake case. */
  (names: string | readonly string[]): Identifiers;
  /** After `set` the columns to change, elsewhere the columns and values of rows to insert. Names are in camel case. */
  (rows: object | readonly object[]): Columns;
  /** A value that is sent as JSON. */
  json(value: unknown): Json;
}

/** What goes to the server: `$1` stands for the first value. */
export interface Query {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
}

/** What a statement returns, and how many rows it returned or changed. */
export type Answer<Rows extends readonly object[] = readonly object[]> = Rows & { readonly count: number };

/** Sends a query. */
export type Send = (query: Query) => Promise<Answer>;

class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

class Identifiers {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }
}

class Columns {
  readonly rows: readonly Readonly<Record<string, unknown>>[];

  constructor(rows: readonly object[]) {
    this.rows = rows as Readonly<Record<string, unknown>>[];
  }
}

/** A statement. It is sent when it is awaited, unless it is used as a part of another one. */
export class Statement<Rows extends readonly object[] = Row[]> implements Promise<Answer<Rows>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #send: Send;
  readonly #strings: readonly string[];
  readonly #parts: readonly Part[];
  #answer: Promise<Answer<Rows>> | undefined;

  constructor(send: Send, strings: readonly string[], parts: readonly Part[]) {
    this.#send = send;
    this.#strings = strings;
    this.#parts = parts;
  }

  /** Sends the statement now: of several statements, the order of sending is the order of execution. */
  execute(): this {
    this.#answer ??= this.#run();
    // Awaiting the statement reports its failure. Until then an unhandled rejection must not end the process.
    this.#answer.catch(() => {});
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited like a promise, but sent only then.
  then<Result = Answer<Rows>, Failure = never>(
    onResult?: ((answer: Answer<Rows>) => Result | PromiseLike<Result>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#answer ??= this.#run();
    return this.#answer.then(onResult, onFailure);
  }

  catch<Failure = never>(
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Answer<Rows> | Failure> {
    return this.then(undefined, onFailure);
  }

  finally(onEnd?: (() => void) | null): Promise<Answer<Rows>> {
    return this.then().finally(onEnd);
  }

  /** What is sent. Throws if a value cannot be sent. */
  toQuery(): Query {
    const query = { text: '', values: [] };
    this.#writeTo(query);
    if (query.values.length > maxValues) throw unsendable('MAX_PARAMETERS_EXCEEDED');
    return query;
  }

  async #run(): Promise<Answer<Rows>> {
    return (await this.#send(this.toQuery())) as Answer<Rows>;
  }

  #writeTo(query: Draft): void {
    for (let index = 0; index < this.#strings.length; index++) {
      query.text += this.#strings[index];
      if (index < this.#parts.length) Statement.#write(query, this.#parts[index] as Part);
    }
  }

  static #write(query: Draft, part: Part): void {
    if (part instanceof Statement) part.#writeTo(query);
    else if (part instanceof Identifiers) query.text += part.names.map(identifier).join(', ');
    else if (part instanceof Columns) writeColumns(query, part);
    else if (Array.isArray(part) && part[0] instanceof Statement)
      for (const [index, one] of part.entries()) {
        if (index > 0) query.text += ' ';
        Statement.#write(query, one as Part);
      }
    else writeValue(query, part);
  }
}

interface Draft {
  text: string;
  values: (string | Buffer | null)[];
}

/** The limit of the wire protocol: https://www.postgresql.org/docs/current/limits.html */
const maxValues = 65_535;

/** Creates a tag whose statements are sent by `send`. */
export function createSql(send: Send): Sql {
  const tag = (first: unknown, ...parts: readonly Part[]) => {
    if (Array.isArray(first) && 'raw' in first) return new Statement(send, first, parts);
    const list = Array.isArray(first) ? first : [first];
    return typeof list[0] === 'string' ? new Identifiers(list) : new Columns(list);
  };
  return Object.assign(tag as Omit<Sql, 'json'>, { json: (value: unknown) => new Json(value) }) as Sql;
}

function writeColumns(query: Draft, { rows }: Columns): void {
  const names = Object.keys(rows[0] ?? {});
  if (/\bset\s*$/.test(query.text)) {
    for (const [index, name] of names.entries()) {
      query.text += `${index > 0 ? ', ' : ''}${identifier(name)} = `;
      writeValue(query, rows[0]?.[name]);
    }
    return;
  }
  query.text += `(${names.map(identifier).join(', ')}) values `;
  for (const [index, row] of rows.entries()) {
    query.text += index > 0 ? ', (' : '(';
    for (const [place, name] of names.entries()) {
      if (place > 0) query.text += ', ';
      writeValue(query, row[name]);
    }
    query.text += ')';
  }
}

function writeValue(query: Draft, value: unknown): void {
  query.values.push(serialize(value));
  query.text += `$${query.values.length}`;
}

/** The text form of a value. The server parses it as the type that it expects there. Bytes are sent as they are. */
function serialize(value: unknown): string | Buffer | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unsendable('INVALID_DATE');
    return value.toISOString();
  }
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Json) {
    try {
      return JSON.stringify(value.value);
    } catch {
      throw unsendable('INVALID_JSON');
    }
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  throw unsendable('UNDEFINED_VALUE');
}

/** A list as text: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
export function arrayText(items: readonly (string | null)[]): string {
  const quoted = items.map((item) => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

/** The message has no value in it: values may be secret. */
const unsendable = (reason: string) => new StoreError('QUERY_FAILED', `${storeErrorCodes.QUERY_FAILED} (${reason})`);

/** More names than the schema has. */
const identifiers = new BoundedMap<string>(10_000);

/** A quoted name. */
function identifier(name: string): string {
  let quoted = identifiers.get(name);
  if (quoted === undefined) {
    const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    quoted = `"${snakeCase.replaceAll('"', '""')}"`;
    identifiers.set(name, quoted);
  }
  return quoted;
}
