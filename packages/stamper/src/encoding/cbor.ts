import { StamperError } from '../stamper-error.ts';
import { decodeUtf8 } from './utf8.ts';

/** A decoded CBOR item (RFC 8949). Byte strings are views of the input. */
export type CborValue = number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;

export type CborMap = ReadonlyMap<number | string, CborValue>;

/** Attestation objects hold a few certificates at most. */
const longest = 65_536;
const maxItems = 1_024;
const deepest = 8;

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, simple: 7 } as const;

/**
 * Decodes one CBOR item that fills all of the bytes, strictly: definite and shortest lengths, integers that are exact
 * numbers, map keys that are integers or text and occur once; no tags, no floating point, no undefined.
 *
 * Nothing is allocated for a length that the bytes only claim.
 */
export function decodeCbor(bytes: Uint8Array, part: string): CborValue {
  const { value, length } = decodeCborPrefix(bytes, part);
  if (length !== bytes.length) throw new StamperError('MALFORMED', part, 'has bytes after its CBOR');
  return value;
}

/** Decodes the item that the bytes begin with, as {@link decodeCbor} does, and says how many bytes it takes. */
export function decodeCborPrefix(bytes: Uint8Array, part: string): { value: CborValue; length: number } {
  if (bytes.length > longest) throw new StamperError('MALFORMED', part, `is longer than ${longest} bytes`);
  const reader = new CborReader(bytes, part);
  const value = reader.item(deepest);
  return { value, length: reader.offset };
}

class CborReader {
  readonly #bytes: Uint8Array;
  readonly #part: string;
  #items = 0;
  offset = 0;

  constructor(bytes: Uint8Array, part: string) {
    this.#bytes = bytes;
    this.#part = part;
  }

  item(depth: number): CborValue {
    if (depth === 0 || ++this.#items > maxItems) throw this.#malformed();
    const first = this.#next();
    const type = first >> 5;
    if (type === major.simple) return this.#simple(first & 31);
    const argument = this.#argument(first & 31);
    switch (type) {
      case major.unsigned:
        return argument;
      case major.negative:
        return this.#exact(-1 - argument);
      case major.bytes:
        return this.#take(argument);
      case major.text:
        return decodeUtf8(this.#take(argument), this.#part);
      case major.array:
        return this.#array(argument, depth - 1);
      case major.map:
        return this.#map(argument, depth - 1);
      default:
        throw this.#malformed();
    }
  }

  #array(count: number, depth: number): CborValue[] {
    const values: CborValue[] = [];
    for (let index = 0; index < count; index++) values.push(this.item(depth));
    return values;
  }

  #map(count: number, depth: number): CborMap {
    const entries = new Map<number | string, CborValue>();
    for (let index = 0; index < count; index++) {
      const key = this.item(depth);
      if ((typeof key !== 'number' && typeof key !== 'string') || entries.has(key)) throw this.#malformed();
      entries.set(key, this.item(depth));
    }
    return entries;
  }

  #simple(value: number): boolean | null {
    if (value === 20) return false;
    if (value === 21) return true;
    if (value === 22) return null;
    throw this.#malformed();
  }

  /** RFC 8949, 3: the number in the first byte, or in the 1, 2, 4 or 8 bytes after it; 4.2.1: in the shortest form. */
  #argument(additional: number): number {
    if (additional < 24) return additional;
    if (additional > 27) throw this.#malformed();
    const width = 2 ** (additional - 24);
    let argument = 0;
    for (const byte of this.#take(width)) argument = argument * 256 + byte;
    const min = width === 1 ? 24 : 256 ** (width / 2);
    if (argument < min) throw this.#malformed();
    return this.#exact(argument);
  }

  #exact(number: number): number {
    if (!Number.isSafeInteger(number)) throw this.#malformed();
    return number;
  }

  #take(length: number): Uint8Array {
    const start = this.offset;
    if (length > this.#bytes.length - start) throw this.#malformed();
    this.offset += length;
    return this.#bytes.subarray(start, this.offset);
  }

  #next(): number {
    const byte = this.#bytes[this.offset++];
    if (byte === undefined) throw this.#malformed();
    return byte;
  }

  #malformed(): StamperError {
    return new StamperError('MALFORMED', this.#part, 'is not CBOR in the strict form that passkeys use');
  }
}
