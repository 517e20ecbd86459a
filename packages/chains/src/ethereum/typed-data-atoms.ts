import type { Json } from '@mintmark/stamper/encoding';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidPayload } from '../chain-error.ts';
import { readAddress, readHex, readInteger, readString } from './json-values.ts';

/** A value of a type of the standard: what it means, and its encoding. */
export interface Atom {
  readonly value: string | bigint | boolean;
  /** 32 bytes, or for `string` and `bytes` the bytes that are to be hashed. */
  readonly encoded: Uint8Array;
}

/** The types whose values are hashed. */
export const isHashed = (type: string): boolean => type === 'string' || type === 'bytes';

/** Reads a value of a type of the standard (EIP-712, encodeData). */
export function readAtom(type: string, json: Json | undefined, path: string): Atom {
  switch (type) {
    case 'string': {
      const value = readString(json, path);
      return { value, encoded: utf8ToBytes(value) };
    }
    case 'bytes': {
      const value = readHex(json, path);
      return { value, encoded: hexToBytes(value.slice(2)) };
    }
    case 'address': {
      const value = readAddress(json, path);
      return { value, encoded: hexToBytes(value.slice(2).padStart(64, '0')) };
    }
    case 'bool':
      if (typeof json !== 'boolean') throw invalidPayload(`${path} is neither true nor false`);
      return { value: json, encoded: wordOf(json ? 1n : 0n) };
    default:
      return type.startsWith('bytes') ? readFixedBytes(type, json, path) : readSizedInteger(type, json, path);
  }
}

function readFixedBytes(type: string, json: Json | undefined, path: string): Atom {
  const value = readHex(json, path, Number(type.slice('bytes'.length)));
  return { value, encoded: hexToBytes(value.slice(2).padEnd(64, '0')) };
}

function readSizedInteger(type: string, json: Json | undefined, path: string): Atom {
  const isUnsigned = type.startsWith('u');
  const bits = BigInt(type.slice(isUnsigned ? 'uint'.length : 'int'.length));
  const value = readInteger(
    json,
    path,
    isUnsigned ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n],
  );
  return { value, encoded: wordOf(value) };
}

/** A word of 32 bytes, with negative integers in two's complement. */
function wordOf(value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(32));
  for (let at = 24, rest = value; at >= 0; at -= 8, rest >>= 64n) view.setBigUint64(at, BigInt.asUintN(64, rest));
  return new Uint8Array(view.buffer);
}
