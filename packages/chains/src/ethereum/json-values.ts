import { type Json, type JsonObject, readStrictJson } from '@mintmark/stamper/encoding';
import { hexToBytes } from '@noble/hashes/utils.js';
import { toChecksumHex } from '../addresses/ethereum.ts';
import { invalidPayload } from '../chain-error.ts';

/** As large as a transaction may be: typed data often carries one. */
const maxLength = 128 * 1024;
const decimal = /^(?:0|-?[1-9]\d{0,77})$/;
const hexadecimal = /^0x[\da-fA-F]{1,64}$/;
const hexBytes = /^0x(?:[\da-fA-F]{2})*$/;

/** Reads a payload that is one JSON object. */
export function readPayload(json: string): JsonObject {
  if (json.length > maxLength) throw invalidPayload(`it is longer than ${maxLength} characters`);
  if (!json.isWellFormed()) throw invalidPayload('it has half a surrogate pair');
  return readStrictJson(new TextEncoder().encode(json), (problem) => invalidPayload(`it ${problem}`));
}

/** Reads an object that has exactly the given members. */
export function readObject(json: Json | undefined, names: readonly string[], path: string): JsonObject {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw invalidPayload(`${path} is not an object`);
  const object = json as JsonObject;
  const missing = names.find((name) => !Object.hasOwn(object, name));
  if (missing !== undefined) throw invalidPayload(`${path} has no member ${missing}`);
  const known = new Set(names);
  const surplus = Object.keys(object).find((name) => !known.has(name));
  if (surplus !== undefined)
    throw invalidPayload(
      `${path} has the member ${JSON.stringify(surplus.slice(0, 64))}, which its type does not have`,
    );
  return object;
}

export function readString(json: Json | undefined, path: string): string {
  if (typeof json !== 'string') throw invalidPayload(`${path} is not a string`);
  return json;
}

/** Reads an integer: a number that JSON readers agree on, or a string of decimal or hexadecimal digits. */
export function readInteger(json: Json | undefined, path: string, [min, max]: readonly [bigint, bigint]): bigint {
  const value = toInteger(json, path);
  if (value < min || value > max) throw invalidPayload(`${path} is not from ${min} to ${max}`);
  return value;
}

function toInteger(json: Json | undefined, path: string): bigint {
  if (typeof json === 'number') {
    if (!Number.isInteger(json)) throw invalidPayload(`${path} is not an integer`);
    if (!Number.isSafeInteger(json)) throw invalidPayload(`${path} is beyond 2^53: send it as a string`);
    return BigInt(json);
  }
  if (typeof json !== 'string' || !(decimal.test(json) || hexadecimal.test(json)))
    throw invalidPayload(`${path} is not an integer of at most 256 bits`);
  return BigInt(json);
}

/** Reads bytes in hex, and returns them in lower case. With a length, there are as many bytes. */
export function readHex(json: Json | undefined, path: string, length?: number): string {
  if (typeof json !== 'string' || !hexBytes.test(json))
    throw invalidPayload(`${path} is not 0x followed by bytes in hex`);
  if (length !== undefined && json.length !== 2 + 2 * length)
    throw invalidPayload(`${path} has ${json.length / 2 - 1} bytes instead of ${length}`);
  return json.toLowerCase();
}

/** Reads an address. One in upper and lower case must have the right checksum (EIP-55). */
export function readAddress(json: Json | undefined, path: string): string {
  const lower = readHex(json, path, 20);
  const digits = readString(json, path).slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && toChecksumHex(hexToBytes(lower.slice(2))) !== `0x${digits}`)
    throw invalidPayload(`${path} has a wrong checksum`);
  return lower;
}
