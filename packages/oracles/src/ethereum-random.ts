import { createHash } from 'node:crypto';

/** Pseudorandom values, the same for the same seed: SHA-256 of a counter. */
export class EthereumRandom {
  readonly #seed: string;
  #counter = 0;
  #pool: Uint8Array = new Uint8Array();

  constructor(seed: string) {
    this.#seed = seed;
  }

  bytes(length: number): Uint8Array {
    while (this.#pool.length < length) {
      const next = createHash('sha256')
        .update(`${this.#seed} ${this.#counter++}`)
        .digest();
      this.#pool = Buffer.concat([this.#pool, next]);
    }
    const bytes = Uint8Array.from(this.#pool.subarray(0, length));
    this.#pool = this.#pool.subarray(length);
    return bytes;
  }

  hex(length: number): `0x${string}` {
    return `0x${Buffer.from(this.bytes(length)).toString('hex')}`;
  }

  address(): `0x${string}` {
    return this.hex(20);
  }

  /** From 0 to a limit, which is not included. */
  below(limit: number): number {
    return new DataView(this.bytes(4).buffer).getUint32(0) % limit;
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  pick<const Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  /** An integer of up to as many bits, of every length equally often. */
  integer(bits: number): bigint {
    return BigInt.asUintN(this.below(bits + 1), BigInt(this.hex(32)));
  }

  list<Value>(maxLength: number, make: () => Value): Value[] {
    return Array.from({ length: this.below(maxLength + 1) }, make);
  }
}
