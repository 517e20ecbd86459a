import { ApiError } from './api-error.ts';
import { codes } from './json-codes.ts';

/** A value of JSON. Its objects have no prototype, so that no member is there that was not sent. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

const deepest = 32;
const mostValues = 50_000;
const mostMembers = 256;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const words: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const refusedMembers: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the body of a request: UTF-8 without a byte-order mark, one JSON object, nothing that two readers could take
 * differently.
 */
export function readStrictJson(body: Uint8Array): JsonObject {
  const value = new StrictReader(decode(body)).read();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('is not a JSON object');
  return value as JsonObject;
}

const refusal = (problem: string) => new ApiError('REQUEST_INVALID', `bad request body: it ${problem}`);

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refusal('is not UTF-8');
  }
}

/** RFC 8259. Each character is looked at once, so that the time grows with the length of the text alone. */
class StrictReader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Json {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw refusal('is not valid JSON');
    return value;
  }

  #value(depth: number): Json {
    if (depth > deepest) throw refusal(`is nested more than ${deepest} levels deep`);
    if (++this.#values > mostValues) throw refusal(`has more than ${mostValues} values`);
    this.#space();
    switch (this.#text.charCodeAt(this.#at)) {
      case codes.openObject:
        return this.#object(depth);
      case codes.openList:
        return this.#list(depth);
      case codes.quote:
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #object(depth: number): JsonObject {
    const object: Record<string, Json> = Object.create(null);
    this.#at++;
    let members = 0;
    if (this.#ends(codes.closeObject)) return object;
    do {
      if (++members > mostMembers) throw refusal(`has an object with more than ${mostMembers} members`);
      this.#space();
      if (this.#text.charCodeAt(this.#at) !== codes.quote) throw refusal('is not valid JSON');
      const name = this.#string();
      if (refusedMembers.has(name)) throw refusal(`has a member ${name}, which is not allowed`);
      if (name in object) throw refusal(`has the member ${JSON.stringify(name.slice(0, 64))} twice`);
      this.#space();
      if (this.#text.charCodeAt(this.#at++) !== codes.colon) throw refusal('is not valid JSON');
      object[name] = this.#value(depth + 1);
    } while (this.#continues(codes.closeObject));
    return object;
  }

  #list(depth: number): Json[] {
    const list: Json[] = [];
    this.#at++;
    if (this.#ends(codes.closeList)) return list;
    do list.push(this.#value(depth + 1));
    while (this.#continues(codes.closeList));
    return list;
  }

  #string(): string {
    const start = this.#at++;
    let isEscaped = false;
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === codes.quote) break;
      // Past the end it is not a number.
      if (!(code >= codes.space)) throw refusal('is not valid JSON');
      if (code !== codes.backslash) continue;
      isEscaped = true;
      this.#at++;
    }
    this.#at++;
    return isEscaped ? unescaped(this.#text.slice(start, this.#at)) : this.#text.slice(start + 1, this.#at - 1);
  }

  #scalar(): Json {
    number.lastIndex = this.#at;
    const [digits] = number.exec(this.#text) ?? [];
    if (digits !== undefined) {
      this.#at += digits.length;
      return Number(digits);
    }
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    throw refusal('is not valid JSON');
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== codes.space && code !== codes.lineFeed && code !== codes.carriageReturn && code !== codes.tab)
        return;
    }
  }

  /** Whether an object or a list is empty. */
  #ends(close: number): boolean {
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== close) return false;
    this.#at++;
    return true;
  }

  /** Whether another item follows. */
  #continues(close: number): boolean {
    this.#space();
    const next = this.#text.charCodeAt(this.#at++);
    if (next === codes.comma) return true;
    if (next === close) return false;
    throw refusal('is not valid JSON');
  }
}

/** The value of a string with escapes, which can make what UTF-8 cannot. */
function unescaped(text: string): string {
  let value: string;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('is not valid JSON');
  }
  if (!value.isWellFormed()) throw refusal('has half a surrogate pair in a string');
  // Some readers end a text there, and PostgreSQL takes none that has it.
  if (value.includes('\0')) throw refusal('has a NUL character in a string');
  return value;
}
