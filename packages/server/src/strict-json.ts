import { ApiError } from './api-error.ts';

/** A value of JSON. Its objects have no prototype, so that no member is there that was not sent. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

const deepest = 32;
const mostValues = 50_000;
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

const refusal = (problem: string) => new ApiError('REQUEST_INVALID', `the body ${problem}`);

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refusal('is not UTF-8');
  }
}

/** RFC 8259. JSON.parse has the last say on strings and numbers; what it would let pass is looked for here. */
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
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #object(depth: number): JsonObject {
    const object: Record<string, Json> = Object.create(null);
    this.#at++;
    if (this.#ends('}')) return object;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw refusal('is not valid JSON');
      const name = this.#string();
      if (refusedMembers.has(name)) throw refusal(`has a member ${name}, which is not allowed`);
      if (name in object) throw refusal(`has the member ${JSON.stringify(name.slice(0, 64))} twice`);
      this.#space();
      if (this.#text[this.#at++] !== ':') throw refusal('is not valid JSON');
      object[name] = this.#value(depth + 1);
    } while (this.#continues('}'));
    return object;
  }

  #list(depth: number): Json[] {
    const list: Json[] = [];
    this.#at++;
    if (this.#ends(']')) return list;
    do list.push(this.#value(depth + 1));
    while (this.#continues(']'));
    return list;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at++; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      // Past the end it is not a number.
      if (Number.isNaN(code) || code < 0x20) throw refusal('is not valid JSON');
      if (code === 0x5c) this.#at++;
      if (code === 0x22) break;
    }
    this.#at++;
    const value = parse<string>(this.#text.slice(start, this.#at));
    if (!value.isWellFormed()) throw refusal('has half a surrogate pair in a string');
    // Some readers end a text there, and PostgreSQL takes none that has it.
    if (value.includes('\0')) throw refusal('has a NUL character in a string');
    return value;
  }

  #scalar(): Json {
    const start = this.#at;
    while (/[-+.\w]/.test(this.#text[this.#at] ?? '')) this.#at++;
    return parse(this.#text.slice(start, this.#at));
  }

  #space(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
  }

  /** Whether an object or a list is empty. */
  #ends(close: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== close) return false;
    this.#at++;
    return true;
  }

  /** Whether another item follows. */
  #continues(close: string): boolean {
    this.#space();
    const next = this.#text[this.#at++];
    if (next === ',') return true;
    if (next === close) return false;
    throw refusal('is not valid JSON');
  }
}

function parse<Value extends Json>(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('is not valid JSON');
  }
}
