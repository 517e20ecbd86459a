import { bytesToHex } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import { maxUint256 } from './limits.ts';

interface Item {
  readonly isList: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * The fields of a list in canonical RLP (Ethereum's Yellow Paper, appendix B), which are taken in their order. Items are decoded
 * only when they are taken, so that 100,000 items where a transaction has none are refused at the first one.
 */
export class RlpFields {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  private constructor(bytes: Uint8Array, { start, end }: Item) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Decodes bytes that are exactly one list. */
  static decode(bytes: Uint8Array): RlpFields {
    const list = readItem(bytes, 0, bytes.length);
    if (!list.isList) throw invalidTransaction('it is not an RLP list');
    if (list.end !== bytes.length) throw invalidTransaction('bytes follow its end');
    return new RlpFields(bytes, list);
  }

  /** How many fields there are still to take. */
  count(): number {
    let count = 0;
    for (let at = this.#at; at < this.#end; count++) at = readItem(this.#bytes, at, this.#end).end;
    return count;
  }

  /** An integer without leading zeros. */
  integer(name: string, max = maxUint256): bigint {
    const bytes = this.#string(name);
    if (bytes.length === 0) return 0n;
    if (bytes[0] === 0) throw invalidTransaction(`${name} has leading zeros`);
    if (bytes.length > 32) throw invalidTransaction(`${name} is too large`);
    const value = BigInt(`0x${bytesToHex(bytes)}`);
    if (value > max) throw invalidTransaction(`${name} is too large`);
    return value;
  }

  /** As many bytes as given, in hex. */
  fixed(name: string, length: number): string {
    const bytes = this.#string(name);
    if (bytes.length !== length) throw invalidTransaction(`${name} has ${bytes.length} bytes instead of ${length}`);
    return `0x${bytesToHex(bytes)}`;
  }

  address(name: string): string {
    return this.fixed(name, 20);
  }

  addressOrNull(name: string): string | null {
    const bytes = this.#string(name);
    if (bytes.length === 0) return null;
    if (bytes.length !== 20) throw invalidTransaction(`${name} has ${bytes.length} bytes instead of 20 or none`);
    return `0x${bytesToHex(bytes)}`;
  }

  /** Any number of bytes, in hex. */
  data(name: string): string {
    return `0x${bytesToHex(this.#string(name))}`;
  }

  /** A list of any length up to a limit. `read` takes one item after another. */
  list<Value>(name: string, read: (items: RlpFields) => Value, max = Number.POSITIVE_INFINITY): Value[] {
    const items = this.#list(name);
    const values: Value[] = [];
    while (items.#at < items.#end) {
      if (values.length === max) throw invalidTransaction(`${name} has more than ${max} items`);
      values.push(read(items));
    }
    return values;
  }

  /** A list of as many fields as given. */
  tuple(name: string, length: number): RlpFields {
    const fields = this.#list(name);
    const count = fields.count();
    if (count !== length) throw invalidTransaction(`${name} has ${count} fields instead of ${length}`);
    return fields;
  }

  #string(name: string): Uint8Array {
    const { isList, start, end } = this.#take();
    if (isList) throw invalidTransaction(`${name} is a list`);
    return this.#bytes.subarray(start, end);
  }

  #list(name: string): RlpFields {
    const item = this.#take();
    if (!item.isList) throw invalidTransaction(`${name} is not a list`);
    return new RlpFields(this.#bytes, item);
  }

  #take(): Item {
    const item = readItem(this.#bytes, this.#at, this.#end);
    this.#at = item.end;
    return item;
  }
}

/** The item that begins at `at`, inside a list or a text that ends at `limit`. */
function readItem(bytes: Uint8Array, at: number, limit: number): Item {
  const first = byteAt(bytes, at, limit);
  if (first < 0x80) return { isList: false, start: at, end: at + 1 };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const lengthBytes = Math.max(0, short - 55);
  const start = at + 1 + lengthBytes;
  const length = lengthBytes === 0 ? short : readLength(bytes, at + 1, start, limit);
  if (start + length > limit) throw invalidTransaction('it ends too early');
  if (!isList && length === 1 && byteAt(bytes, start, limit) < 0x80) throw notCanonical();
  return { isList, start, end: start + length };
}

function readLength(bytes: Uint8Array, start: number, end: number, limit: number): number {
  let length = 0;
  for (let at = start; at < end; at++) length = length * 256 + byteAt(bytes, at, limit);
  if (bytes[start] === 0 || length < 56) throw notCanonical();
  return length;
}

function byteAt(bytes: Uint8Array, at: number, limit: number): number {
  const byte = bytes[at];
  if (byte === undefined || at >= limit) throw invalidTransaction('it ends too early');
  return byte;
}

const notCanonical = () => invalidTransaction('it is not canonical RLP');
