import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { encodeBase58check } from '../addresses/base58check.ts';
import { invalidTransaction } from '../chain-error.ts';
import type { FieldValue } from './protobuf-fields.ts';

/** Reads and writes what one field holds. `path` names the field in errors, as TRON's own JSON does. */
export interface ValueCodec<Value> {
  read(value: FieldValue, path: string): Value;
  write(value: Value): FieldValue;
}

function readNumber(value: FieldValue, path: string): bigint {
  if (typeof value !== 'bigint') throw invalidTransaction(`${path} must be a number`);
  return value;
}

function readBytes(value: FieldValue, path: string): Uint8Array {
  if (typeof value === 'bigint') throw invalidTransaction(`${path} must be bytes`);
  return value;
}

/** An int64 that is not negative: negative ones, which protobuf encodes with the top bit set, have no use in the supported messages. */
export const int64: ValueCodec<bigint> = {
  read(value, path) {
    const number = readNumber(value, path);
    if (number >= 2n ** 63n) throw invalidTransaction(`${path} must not be negative`);
    return number;
  },
  write: (value) => value,
};

/** An int32 that is not negative. Protobuf's readers drop higher bits, so larger numbers would mean something else to the chain. */
export const int32: ValueCodec<number> = {
  read(value, path) {
    const number = readNumber(value, path);
    if (number >= 2n ** 31n) throw invalidTransaction(`${path} must be from 0 to 2147483647`);
    return Number(number);
  },
  write: (value) => BigInt(value),
};

export const bool: ValueCodec<boolean> = {
  read(value, path) {
    const number = readNumber(value, path);
    if (number > 1n) throw invalidTransaction(`${path} must be 0 or 1`);
    return number === 1n;
  },
  write: (value) => (value ? 1n : 0n),
};

/** An enum, whose names are in the order of their numbers. */
export const enumOf = <Name extends string>(...names: readonly Name[]): ValueCodec<Name> => ({
  read(value, path) {
    const number = readNumber(value, path);
    const name = names[Number(number)];
    if (name === undefined) throw invalidTransaction(`${path} is ${number}, which is not one of ${names.join(', ')}`);
    return name;
  },
  write: (value) => BigInt(names.indexOf(value)),
});

export const bytes: ValueCodec<Uint8Array> = { read: readBytes, write: (value) => value };

/** Bytes in hex, without 0x. */
export const hex: ValueCodec<string> = {
  read: (value, path) => bytesToHex(readBytes(value, path)),
  write: hexToBytes,
};

/** As many bytes as said, in hex. */
export const hexOf = (length: number): ValueCodec<string> => ({
  read(value, path) {
    if (readBytes(value, path).length !== length) throw invalidTransaction(`${path} must have ${length} bytes`);
    return hex.read(value, path);
  },
  write: hex.write,
});

// A byte order mark is a character as any other.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const text: ValueCodec<string> = {
  read(value, path) {
    try {
      return utf8.decode(readBytes(value, path));
    } catch {
      throw invalidTransaction(`${path} must be text in UTF-8`);
    }
  },
  write: (value) => new TextEncoder().encode(value),
};

const addressVersion = 0x41;

/** An address: 21 bytes, in base58check as people know it. */
export const address: ValueCodec<string> = {
  read(value, path) {
    const encoded = readBytes(value, path);
    if (encoded.length !== 21 || encoded[0] !== addressVersion)
      throw invalidTransaction(`${path} must have 21 bytes, the first of which is 41`);
    return encodeBase58check(addressVersion, encoded.subarray(1));
  },
  // The checksum after the 21 bytes was made above.
  write: (value) => base58.decode(value).subarray(0, 21),
};
