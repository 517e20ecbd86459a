import { StamperError } from '../stamper-error.ts';

/** The tags of X.690 that keys and signatures are made of. */
export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  context0: 0xa0,
  context1: 0xa1,
  primitiveContext1: 0x81,
} as const;

/**
 * Reads DER element by element, strictly: lengths are definite and minimal, no element ends outside its parent, and
 * {@link DerReader.end} refuses trailing bytes.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  readonly #part: string;
  #offset = 0;

  constructor(bytes: Uint8Array, part: string) {
    this.#bytes = bytes;
    this.#part = part;
  }

  /** The tag of the next element, or undefined at the end. */
  peek(): number | undefined {
    return this.#bytes[this.#offset];
  }

  /** The content of the next element, which must have this tag. */
  read(tag: number): Uint8Array {
    if (this.#next() !== tag) throw this.#malformed();
    const length = this.#length();
    const start = this.#offset;
    if (length > this.#bytes.length - start) throw this.#malformed();
    this.#offset += length;
    return this.#bytes.subarray(start, start + length);
  }

  /** A reader of the next element's content. */
  enter(tag: number): DerReader {
    return new DerReader(this.read(tag), this.#part);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length) throw this.#malformed();
  }

  /** X.690 10.1: the short form below 128, else as few length bytes as possible. Two are enough for any key. */
  #length(): number {
    const first = this.#next();
    if (first < 0x80) return first;
    if (first === 0x81) {
      const length = this.#next();
      if (length < 0x80) throw this.#malformed();
      return length;
    }
    if (first === 0x82) {
      const length = (this.#next() << 8) | this.#next();
      if (length < 0x100) throw this.#malformed();
      return length;
    }
    throw this.#malformed();
  }

  #next(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw this.#malformed();
    return byte;
  }

  #malformed(): StamperError {
    return new StamperError('MALFORMED', this.#part, 'is not DER with the expected structure');
  }
}

/** Writes one element around its content, with the same limit as {@link DerReader}: below 64 KiB. */
export function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  if (length > 0xffff) throw new StamperError('MALFORMED', 'content', 'is too long for a key or signature');
  const header =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let offset = header.length;
  for (const content of contents) {
    bytes.set(content, offset);
    offset += content.length;
  }
  return bytes;
}
