/** Bytes to look for, in their own order and reversed, as arithmetic keeps numbers reversed. */
export interface Canary {
  readonly name: string;
  /** At least 8. */
  readonly bytes: Uint8Array;
  /** Each piece of this length counts; 16 bytes by default. What is shorter counts as a whole. */
  readonly piece?: number;
}

interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

const usualPiece = 16;
const shortest = 8;

/** Looks for canaries in bytes, and counts what it finds. */
export class Needles {
  /** By name. Names without a hit are left out. */
  readonly hits = new Map<string, number>();
  /** Whether a needle begins with these three bytes: most places are passed over without a look-up. */
  readonly #starts = new Uint8Array(1 << 24);
  readonly #needles = new Map<number, Needle[]>();
  #longest = 0;

  constructor(canaries: readonly Canary[]) {
    for (const { name, bytes, piece = usualPiece } of canaries)
      for (const ordered of [Buffer.from(bytes), Buffer.from(bytes).reverse()])
        for (const part of piecesOf(ordered, piece)) this.#add({ name, bytes: part });
  }

  #add(needle: Needle): void {
    const start = needle.bytes.readUInt32LE();
    const others = this.#needles.get(start) ?? [];
    if (others.some(({ bytes }) => bytes.equals(needle.bytes))) return;
    this.#longest = Math.max(this.#longest, needle.bytes.length);
    this.#starts[start & 0xffffff] = 1;
    this.#needles.set(start, [...others, needle]);
  }

  /** Bytes that follow each other can be counted one after the other, if each part begins with the last `overlap` bytes before. */
  get overlap(): number {
    return this.#longest - 1;
  }

  count(bytes: Buffer): void {
    for (let at = 0; at + shortest <= bytes.length; at++) {
      const start = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
      if (this.#starts[start]) this.#compare(bytes, at);
    }
  }

  #compare(bytes: Buffer, at: number): void {
    for (const needle of this.#needles.get(bytes.readUInt32LE(at)) ?? []) {
      if (!bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes)) continue;
      this.hits.set(needle.name, (this.hits.get(needle.name) ?? 0) + 1);
    }
  }
}

/** A rest that is shorter than the other pieces is left out. */
function piecesOf(bytes: Buffer, length: number): Buffer[] {
  if (Math.min(bytes.length, length) < shortest) throw new RangeError('bytes that short would be found by chance');
  if (bytes.length < length) return [bytes];
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}
