import { invalidTransaction } from '../chain-error.ts';

/** Reads the parts of a transaction from left to right. Errors contain the name of the part. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number, name: string): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw invalidTransaction(`it ends within ${name}`);
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  byte(name: string): number {
    const [value = 0] = this.take(1, name);
    return value;
  }

  /** Reads a compact-u16: seven bits a byte, the lowest first, at most three bytes, in the shortest form only. */
  count(name: string): number {
    let value = 0;
    for (const shift of [0, 7, 14]) {
      const byte = this.byte(name);
      value |= (byte & 0x7f) << shift;
      if (byte === 0 && shift > 0) throw invalidTransaction(`the length of ${name} is not in its shortest form`);
      if (byte < 0x80 && value <= 0xffff) return value;
    }
    throw invalidTransaction(`the length of ${name} exceeds 65535`);
  }

  bytes(name: string): Uint8Array {
    return this.take(this.count(name), name);
  }

  list<Item>(name: string, readItem: (name: string) => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.count(name); left > 0; left--) items.push(readItem(name));
    return items;
  }

  end(): void {
    if (this.#offset < this.#bytes.length) throw invalidTransaction('it has trailing bytes');
  }
}
