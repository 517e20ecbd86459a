import { concatBytes } from '@noble/hashes/utils.js';
import { encodeBase58check } from '../addresses/base58check.ts';
import type { BitcoinNetwork } from '../addresses/bitcoin-network.ts';
import { encodeSegwit } from '../addresses/segwit-address.ts';

/** The types of output scripts that have an address in one of our formats. */
export type OutputType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';

interface Template {
  readonly before: Uint8Array;
  /** The length of the hash or key between the two parts. */
  readonly length: number;
  readonly after: Uint8Array;
  readonly encode: (network: BitcoinNetwork, hash: Uint8Array) => string;
}

const bytes = (...values: number[]) => Uint8Array.from(values);

const templates: Readonly<Record<OutputType, Template>> = {
  // OP_DUP OP_HASH160 <hash> OP_EQUALVERIFY OP_CHECKSIG
  P2PKH: {
    before: bytes(0x76, 0xa9, 20),
    length: 20,
    after: bytes(0x88, 0xac),
    encode: ({ publicKeyHash }, hash) => encodeBase58check(publicKeyHash, hash),
  },
  // OP_HASH160 <hash> OP_EQUAL (BIP-16)
  P2SH: {
    before: bytes(0xa9, 20),
    length: 20,
    after: bytes(0x87),
    encode: ({ scriptHash }, hash) => encodeBase58check(scriptHash, hash),
  },
  // OP_0 <hash> (BIP-141)
  P2WPKH: {
    before: bytes(0x00, 20),
    length: 20,
    after: bytes(),
    encode: ({ prefix }, hash) => encodeSegwit(prefix, 0, hash),
  },
  P2WSH: {
    before: bytes(0x00, 32),
    length: 32,
    after: bytes(),
    encode: ({ prefix }, hash) => encodeSegwit(prefix, 0, hash),
  },
  // OP_1 <key> (BIP-341)
  P2TR: {
    before: bytes(0x51, 32),
    length: 32,
    after: bytes(),
    encode: ({ prefix }, key) => encodeSegwit(prefix, 1, key),
  },
};

/** Builds the output script of a type around a hash or, for P2TR, a key. */
export const buildOutputScript = (type: OutputType, hash: Uint8Array): Uint8Array =>
  concatBytes(templates[type].before, hash, templates[type].after);

const entries = Object.entries(templates) as [OutputType, Template][];
const hasAt = (script: Uint8Array, offset: number, part: Uint8Array) =>
  part.every((byte, index) => script[offset + index] === byte);

/** The type of an output script and what is between its fixed parts. Undefined for every script that is exactly none of the types. */
export function parseOutputScript(script: Uint8Array): { type: OutputType; hash: Uint8Array } | undefined {
  for (const [type, { before, length, after }] of entries) {
    const end = before.length + length;
    if (script.length === end + after.length && hasAt(script, 0, before) && hasAt(script, end, after))
      return { type, hash: script.subarray(before.length, end) };
  }
  return undefined;
}

/** The address of an output script and its type, if it has one. */
export function outputAddress(
  script: Uint8Array,
  network: BitcoinNetwork,
): { address: string | undefined; addressType: OutputType | undefined } {
  const parsed = parseOutputScript(script);
  if (!parsed) return { address: undefined, addressType: undefined };
  return { address: templates[parsed.type].encode(network, parsed.hash), addressType: parsed.type };
}
