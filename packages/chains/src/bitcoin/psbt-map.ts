import { concatBytes, encodeHex } from '@mintmark/stamper/encoding';
import { invalidTransaction } from '../chain-error.ts';
import { viewOf } from '../view-of.ts';

/** An entry of a map of a PSBT (BIP-174, "Specification"). */
export interface PsbtEntry {
  readonly type: number;
  readonly keyData: Uint8Array;
  readonly value: Uint8Array;
}

/** The entries in the order in which they were read. BIP-174 does not require an order. */
export type PsbtMap = readonly PsbtEntry[];

/** The value of the entry of a type whose key has no data. */
export const findValue = (map: PsbtMap, type: number): Uint8Array | undefined =>
  map.find((entry) => entry.type === type)?.value;

/** Returns the map with one more entry, before the first one of a higher type. */
export function withEntry(map: PsbtMap, entry: PsbtEntry): PsbtMap {
  const index = map.findIndex(({ type }) => type > entry.type);
  return index === -1 ? [...map, entry] : map.toSpliced(index, 0, entry);
}

/** Reads the maps of a PSBT, one after the other. */
export class PsbtMapReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset: number;
  /** How many more entries may be read. */
  #entriesLeft: number;

  constructor(bytes: Uint8Array, offset: number, maxEntries: number) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#offset = offset;
    this.#entriesLeft = maxEntries;
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  readMap(name: string): PsbtMap {
    const entries: PsbtEntry[] = [];
    const keys = new Set<string>();
    for (;;) {
      const keyLength = this.#readCompactSize();
      if (keyLength === 0) return entries;
      if (this.#entriesLeft === 0) throw invalidTransaction('the PSBT has too many entries');
      this.#entriesLeft -= 1;

      const end = this.#offset + keyLength;
      const type = this.#readCompactSize();
      if (end < this.#offset) throw invalidTransaction(`${name} has a key that ends within its type`);
      const keyData = this.#take(end - this.#offset);
      const key = `${type} ${encodeHex(keyData)}`;
      if (keys.has(key)) throw invalidTransaction(`${name} has the same key twice`);
      keys.add(key);
      entries.push({ type, keyData, value: this.#take(this.#readCompactSize()) });
    }
  }

  #take(length: number): Uint8Array {
    const start = this.#advance(length);
    return this.#bytes.subarray(start, this.#offset);
  }

  /** Also reads numbers that are longer than they have to be: a PSBT with one of them is refused because it encodes differently. */
  #readCompactSize(): number {
    const first = this.#view.getUint8(this.#advance(1));
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.#view.getUint16(this.#advance(2), true);
    if (first === 0xfe) return this.#view.getUint32(this.#advance(4), true);
    throw invalidTransaction('the PSBT has a number of more than 32 bits');
  }

  /** Moves on, and returns where it was. */
  #advance(length: number): number {
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw invalidTransaction('the PSBT ends too early');
    return start;
  }
}

const terminator = Uint8Array.of(0);

export function encodeMaps(maps: readonly PsbtMap[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const map of maps) {
    for (const { type, keyData, value } of map) {
      const encodedType = encodeCompactSize(type);
      const keyLength = encodeCompactSize(encodedType.length + keyData.length);
      parts.push(keyLength, encodedType, keyData, encodeCompactSize(value.length), value);
    }
    parts.push(terminator);
  }
  return concatBytes(...parts);
}

/** Encodes a number below 2^32 in its shortest form. */
export function encodeCompactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value, value >>> 8);
  return Uint8Array.of(0xfe, value, value >>> 8, value >>> 16, value >>> 24);
}
