/** A value of JSON. Its objects have no prototype, so that no member is there that was not sent. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** What a text may contain. Without a rule there is no limit, except for the depth. */
export interface JsonRules {
  /** How many objects and lists may be around a value: 64 unless given, which no stack is too small for. */
  readonly depth?: number;
  /** How many values there may be in all. */
  readonly values?: number;
  /** How many members an object may have. */
  readonly members?: number;
  /** How many characters a string or a name may have, escapes counted as written. */
  readonly length?: number;
  /** The names that no member may have. */
  readonly names?: ReadonlySet<string>;
  /** Called with every string and name that has escapes, which can make what UTF-8 cannot; throws to refuse it. */
  readonly checkEscaped?: (text: string) => void;
}

/** Why a text is refused: it is not JSON, an object has a member twice, or a rule is broken. */
export type JsonProblem = 'syntax' | 'twice' | Exclude<keyof JsonRules, 'checkEscaped'>;

/** Makes the error for a problem; `name` is that of the member for `twice` (at most 64 characters) and `names`. */
export type JsonRefusal = (problem: JsonProblem, name?: string) => Error;

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const unlimited = Number.POSITIVE_INFINITY;
const defaults = { depth: 64, values: unlimited, members: unlimited, length: unlimited };

/**
 * Reads JSON (RFC 8259) in which no object has a member twice: of such, parsers keep one or the other.
 *
 * @example
 * const value = readJson(text, (problem) => new Error(`bad JSON: ${problem}`), { depth: 8 });
 */
export function readJson(text: string, refusal: JsonRefusal, rules: JsonRules = {}): Json {
  return new JsonReader(text, refusal, { ...defaults, ...rules }).read();
}

/** Looks at each character once, so that the time grows with the length of the text alone. */
class JsonReader {
  readonly #text: string;
  readonly #refuse: JsonRefusal;
  readonly #rules: JsonRules & typeof defaults;
  #at = 0;
  #values = 0;

  constructor(text: string, refusal: JsonRefusal, rules: JsonRules & typeof defaults) {
    this.#text = text;
    this.#refuse = refusal;
    this.#rules = rules;
  }

  read(): Json {
    const value = this.#value(0);
    this.#next();
    if (this.#at < this.#text.length) throw this.#refuse('syntax');
    return value;
  }

  #value(depth: number): Json {
    if (depth > this.#rules.depth) throw this.#refuse('depth');
    if (++this.#values > this.#rules.values) throw this.#refuse('values');
    switch (this.#next()) {
      case openObject:
        return this.#object(depth);
      case openList:
        return this.#list(depth);
      case quote:
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #object(depth: number): JsonObject {
    const object: Record<string, Json> = Object.create(null);
    if (this.#isEmpty(closeObject)) return object;
    let members = 0;
    do {
      if (++members > this.#rules.members) throw this.#refuse('members');
      if (this.#next() !== quote) throw this.#refuse('syntax');
      const name = this.#string();
      if (this.#rules.names?.has(name)) throw this.#refuse('names', name);
      if (name in object) throw this.#refuse('twice', name.slice(0, 64));
      if (this.#next() !== colon) throw this.#refuse('syntax');
      this.#at++;
      object[name] = this.#value(depth + 1);
    } while (this.#continues(closeObject));
    return object;
  }

  #list(depth: number): Json[] {
    const list: Json[] = [];
    if (this.#isEmpty(closeList)) return list;
    do list.push(this.#value(depth + 1));
    while (this.#continues(closeList));
    return list;
  }

  #string(): string {
    const start = this.#at++;
    let isEscaped = false;
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === quote) break;
      // Past the end it is not a number.
      if (!(code >= space)) throw this.#refuse('syntax');
      if (code !== backslash) continue;
      isEscaped = true;
      this.#at++;
    }
    this.#at++;
    if (this.#at - start - 2 > this.#rules.length) throw this.#refuse('length');
    return isEscaped ? this.#unescaped(this.#text.slice(start, this.#at)) : this.#text.slice(start + 1, this.#at - 1);
  }

  #unescaped(quoted: string): string {
    let text: string;
    try {
      text = JSON.parse(quoted);
    } catch {
      throw this.#refuse('syntax');
    }
    this.#rules.checkEscaped?.(text);
    return text;
  }

  #scalar(): Json {
    scalar.lastIndex = this.#at;
    if (!scalar.test(this.#text)) throw this.#refuse('syntax');
    const token = this.#text.slice(this.#at, scalar.lastIndex);
    this.#at = scalar.lastIndex;
    return token >= 'a' ? JSON.parse(token) : Number(token);
  }

  /** The code of the next character that is not white space. */
  #next(): number {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== space && code !== lineFeed && code !== carriageReturn && code !== tab) return code;
    }
  }

  /** Whether the object or the list that begins here is empty. */
  #isEmpty(close: number): boolean {
    this.#at++;
    if (this.#next() !== close) return false;
    this.#at++;
    return true;
  }

  /** Whether another item follows. */
  #continues(close: number): boolean {
    const next = this.#next();
    if (next !== comma && next !== close) throw this.#refuse('syntax');
    this.#at++;
    return next === comma;
  }
}
