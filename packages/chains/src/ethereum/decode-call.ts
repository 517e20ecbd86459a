import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { readUtf8 } from '../utf8.ts';
import { viewOf } from '../view-of.ts';
import type { Abi } from './abi.ts';
import type { AbiType } from './abi-type.ts';
import type { AbiValue, ContractCall } from './contract-call.ts';

/**
 * Says what call data calls. Undefined if it is not exactly the encoding of a call: contracts accept other encodings as well, and
 * may read them differently.
 *
 * @example
 * const call = decodeCall(abi, '0xa9059cbb…');
 */
export function decodeCall(abi: Abi, data: string): ContractCall | undefined {
  const called = abi.get(data.slice(2, 10));
  if (!called) return undefined;
  const decoder = new AbiDecoder(hexToBytes(data.slice(10)));
  const values = decoder.all(called.inputs.map(({ type }) => type));
  if (!values) return undefined;
  const named = called.inputs.flatMap(({ name }, index) =>
    name === '' ? [] : [[name, values[index] as AbiValue] as const],
  );
  return { functionName: called.name, functionSignature: called.signature, arguments: new Map(named) };
}

/** Why data is not the encoding of its types. */
class Mismatch extends Error {}

const wordBytes = 32;

/**
 * Reads values in the only layout that encoders write (Contract ABI Specification, "Formal Specification of the Encoding"): what
 * an offset points to follows what came before it, without a gap, and unused bytes are zero. So each byte is read once, and the
 * encoding of what was read is what was read.
 */
class AbiDecoder {
  readonly #bytes: Uint8Array;
  /** Where the value that was read last ends. */
  #end = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads values that are all of the data; undefined if they are not. */
  all(types: readonly AbiType[]): AbiValue[] | undefined {
    try {
      const values = this.#sequence(types, 0);
      return this.#end === this.#bytes.length ? values : undefined;
    } catch (error) {
      if (error instanceof Mismatch) return undefined;
      throw error;
    }
  }

  #sequence(types: readonly AbiType[], start: number): AbiValue[] {
    let head = start;
    let tail = start + types.reduce((sum, { headBytes }) => sum + headBytes, 0);
    this.#require(tail <= this.#bytes.length);
    const values = types.map((type) => {
      if (type.isDynamic) this.#require(this.#number(head) === tail - start);
      const value = this.#value(type, type.isDynamic ? tail : head);
      if (type.isDynamic) tail = this.#end;
      head += type.headBytes;
      return value;
    });
    this.#end = tail;
    return values;
  }

  #value(type: AbiType, at: number): AbiValue {
    switch (type.kind) {
      case 'tuple':
        return this.#sequence(type.items, at);
      case 'array':
        return this.#array(type.item, type.length, at);
      case 'bytes':
        return `0x${bytesToHex(this.#bytesAfterLength(at))}`;
      case 'string':
        return this.#text(this.#bytesAfterLength(at));
      default:
        return this.#word(type, at);
    }
  }

  #array(item: AbiType, fixedLength: number | undefined, at: number): AbiValue[] {
    const length = fixedLength ?? this.#number(at);
    const start = fixedLength === undefined ? at + wordBytes : at;
    // Checked before there is a list of that length.
    this.#require(start + length * item.headBytes <= this.#bytes.length);
    return this.#sequence(Array<AbiType>(length).fill(item), start);
  }

  #word(type: AbiType, at: number): AbiValue {
    const word = this.#take(at, wordBytes);
    switch (type.kind) {
      case 'bool': {
        const number = this.#number(at);
        this.#require(number <= 1);
        return number === 1;
      }
      case 'address':
        this.#require(isZero(word.subarray(0, 12)));
        return `0x${bytesToHex(word.subarray(12))}`;
      case 'fixedBytes':
        this.#require(isZero(word.subarray(type.length)));
        return `0x${bytesToHex(word.subarray(0, type.length))}`;
      case 'uint':
      case 'int': {
        const unsigned = BigInt(`0x${bytesToHex(word)}`);
        const value = type.kind === 'int' ? BigInt.asIntN(256, unsigned) : unsigned;
        this.#require(value === (type.kind === 'int' ? BigInt.asIntN : BigInt.asUintN)(type.bits, value));
        return value;
      }
      default:
        throw new Error(`${type.name} is not one word`);
    }
  }

  #bytesAfterLength(at: number): Uint8Array {
    const length = this.#number(at);
    const start = at + wordBytes;
    const content = this.#take(start, length);
    const padding = (wordBytes - (length % wordBytes)) % wordBytes;
    this.#require(isZero(this.#take(start + length, padding)));
    return content;
  }

  #text(bytes: Uint8Array): string {
    const text = readUtf8(bytes);
    if (text === undefined) throw new Mismatch();
    return text;
  }

  /** A word that is a length or an offset. */
  #number(at: number): number {
    const word = this.#take(at, wordBytes);
    this.#require(isZero(word.subarray(0, 28)));
    return viewOf(word).getUint32(28);
  }

  #take(at: number, length: number): Uint8Array {
    const end = at + length;
    this.#require(end <= this.#bytes.length);
    this.#end = end;
    return this.#bytes.subarray(at, end);
  }

  #require(isMet: boolean): void {
    if (!isMet) throw new Mismatch();
  }
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
