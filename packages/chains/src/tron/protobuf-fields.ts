import { concatBytes } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';

/** What a field holds: a number as a varint, or bytes after their length. TRON's messages use no other wire types. */
export type FieldValue = bigint | Uint8Array;

/** A field of a protobuf message, as it is encoded. */
export interface ProtobufField {
  readonly number: number;
  readonly value: FieldValue;
}

const varintWireType = 0n;
const bytesWireType = 2n;

/** Reads the fields of a message one by one, so that the caller can stop at the first one that it refuses. `message` names it in errors. */
export function* readFields(bytes: Uint8Array, message: string): Generator<ProtobufField, void, void> {
  let offset = 0;

  function readVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = bytes[offset++];
      if (byte === undefined) throw invalidTransaction(`${message} ends inside a field`);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0n) throw invalidTransaction(`${message} has a number that is longer than needed`);
      if (value >= 2n ** 64n) break;
      return value;
    }
    throw invalidTransaction(`${message} has a number of more than 64 bits`);
  }

  function readBytes(): Uint8Array {
    const length = readVarint();
    const start = offset;
    if (length > BigInt(bytes.length - start)) throw invalidTransaction(`${message} ends inside a field`);
    offset += Number(length);
    return bytes.subarray(start, offset);
  }

  while (offset < bytes.length) {
    const tag = readVarint();
    const number = Number(tag >> 3n);
    const wireType = tag & 7n;
    if (wireType === varintWireType) yield { number, value: readVarint() };
    else if (wireType === bytesWireType) yield { number, value: readBytes() };
    else throw invalidTransaction(`field ${number} of ${message} has wire type ${wireType}, which is not supported`);
  }
}

/** Encodes the fields of a message, in the order that they are given in. */
export const encodeFields = (fields: readonly ProtobufField[]): Uint8Array => concatBytes(...fields.map(encodeField));

function encodeField({ number, value }: ProtobufField): Uint8Array {
  const tag = BigInt(number) << 3n;
  return typeof value === 'bigint'
    ? concatBytes(encodeVarint(tag | varintWireType), encodeVarint(value))
    : concatBytes(encodeVarint(tag | bytesWireType), encodeVarint(BigInt(value.length)), value);
}

function encodeVarint(value: bigint): Uint8Array {
  const groups: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.of(...groups, Number(rest));
}
