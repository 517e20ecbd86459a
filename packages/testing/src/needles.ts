/** Bytes to look for, in their own order and reversed, as arithmetic keeps numbers reversed. */
export interface Canary {
  readonly name: string;
  /** At least 8. */
  readonly bytes: Uint8Array;
  /** Each piece of this length counts; 16 bytes by default. What is shorter counts as a whole. */
  readonly piece?: number;
}

/** Four bytes of a needle. */
interface Mark {
  readonly name: string;
  readonly needle: Buffer;
  /** Where in the needle they are. */
  readonly at: number;
}

const defaultPiece = 16;
const shortest = 8;
/** Of four words that begin at successive bytes of a needle, one is where every fourth byte of the memory is. */
const wordLength = 4;

/** A bit of a table of 512 KiB, which fits into the cache of a processor. */
const bitOf = (word: number) => Math.imul(word, 0x9e3779b1) >>> 10;

/** Looks for canaries in bytes, and counts what it finds. */
export class Needles {
  /** By name. Names without a hit are left out. */
  readonly hits = new Map<string, number>();
  /** Whether a mark has this bit: most words are passed over without a look-up. */
  readonly #bits = new Int32Array(1 << 17);
  readonly #marks = new Map<number, Mark[]>();
  #longest = 0;

  constructor(canaries: readonly Canary[]) {
    const known = new Set<string>();
    for (const { name, bytes, piece = defaultPiece } of canaries)
      for (const ordered of [Buffer.from(bytes), Buffer.from(bytes).reverse()])
        for (const needle of piecesOf(ordered, piece)) {
          const text = needle.toString('latin1');
          if (!known.has(text)) this.#add(name, needle);
          known.add(text);
        }
  }

  #add(name: string, needle: Buffer): void {
    this.#longest = Math.max(this.#longest, needle.length);
    for (let at = 0; at < wordLength; at++) {
      const word = needle.readInt32LE(at);
      const bit = bitOf(word);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      const marks = this.#marks.get(word);
      if (marks) marks.push({ name, needle, at });
      else this.#marks.set(word, [{ name, needle, at }]);
    }
  }

  /** Bytes that follow each other can be counted one after the other, if each part begins with the last `overlap` bytes before. */
  get overlap(): number {
    return this.#longest - 1;
  }

  count(bytes: Buffer): void {
    const aligned = bytes.byteOffset % wordLength === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
    const words = new Int32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.length / wordLength));
    const bits = this.#bits;
    for (let index = 0; index < words.length; index++) {
      const word = words[index] as number;
      const bit = bitOf(word);
      if ((bits[bit >>> 5] as number) & (1 << (bit & 31))) this.#compare(aligned, index * wordLength, word);
    }
  }

  #compare(bytes: Buffer, place: number, word: number): void {
    for (const { name, needle, at } of this.#marks.get(word) ?? []) {
      const begin = place - at;
      if (begin < 0 || begin + needle.length > bytes.length) continue;
      if (needle.compare(bytes, begin, begin + needle.length) !== 0) continue;
      this.hits.set(name, (this.hits.get(name) ?? 0) + 1);
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
