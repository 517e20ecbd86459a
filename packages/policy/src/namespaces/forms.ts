import { toChecksumHex } from '@mintmark/chains/addresses';
import { mainnet, regtest, signet, testnet } from '@mintmark/chains/bitcoin';
import { lookedUpKey } from '@mintmark/chains/solana';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import type { Form } from '../values/type.ts';

/** One of the words of a closed list. */
export function wordOf(name: string, words: Iterable<string>): Form {
  const known = new Set(words);
  return { name, read: (text) => (known.has(text) ? text : undefined) };
}

export const uuid: Form = { name: 'a UUID', read: readUuid };

/** For an id that a request may leave out. */
export const uuidOrNone: Form = { name: "a UUID or ''", read: (text) => (text === '' ? '' : readUuid(text)) };

function readUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}

const wholeBytes = /^(?:[\da-fA-F]{2})*$/;

/** A part of a text in hex, which is compared in lower case like the whole. */
const hexPart: Form = {
  name: 'digits of hex',
  read: (text) => (/^[\da-fA-FxX]*$/.test(text) ? text.toLowerCase() : undefined),
};

/** Bytes in hex, as Ethereum writes them. */
export const prefixedHex: Form = {
  name: '0x and bytes in hex',
  read: (text) => (text.startsWith('0x') && wholeBytes.test(text.slice(2)) ? text.toLowerCase() : undefined),
  part: hexPart,
};

/** Bytes in hex, as the other chains write them. */
export const hex: Form = {
  name: 'bytes in hex without 0x',
  read: (text) => (wholeBytes.test(text) ? text.toLowerCase() : undefined),
  part: hexPart,
};

/** As many bytes in hex as said. */
export const hexOfLength = (name: string, length: number): Form => ({
  name,
  read: (text) => (text.length === 2 * length ? hex.read(text) : undefined),
  part: hexPart,
});

export const ethereumAddress: Form = { name: 'an Ethereum address', read: readEthereumAddress, part: hexPart };

const ethereumDigits = /^0x([\da-fA-F]{40})$/;

function readEthereumAddress(text: string): string | undefined {
  const digits = ethereumDigits.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const lower = digits.toLowerCase();
  const isMixed = digits !== lower && digits !== digits.toUpperCase();
  return isMixed && toChecksumHex(hexToBytes(lower)) !== text ? undefined : `0x${lower}`;
}

const printable = /^[\x21-\x7e]+$/;

/** An address as accounts have it. Those whose letters mean the same in either case are compared in lower case. */
export const address: Form = { name: 'an address', read: readAddress };

function readAddress(text: string): string | undefined {
  if (ethereumDigits.test(text)) return readEthereumAddress(text);
  if (!printable.test(text)) return undefined;
  return longHex.test(text) || isUpperBech32(text) ? text.toLowerCase() : text;
}

/** Keys, and the addresses of chains that write all 32 bytes. */
const longHex = /^(?:0x)?[\da-fA-F]{64,130}$/;

function isUpperBech32(text: string): boolean {
  if (text !== text.toUpperCase()) return false;
  return [bech32, bech32m].some(({ decodeUnsafe }) => decodeUnsafe(text, addressLength) !== undefined);
}

/** More than the longest address has. */
const addressLength = 200;

/** An address of an account, as it is compared. */
export const comparedAddress = (stored: string): string => readEthereumAddress(stored) ?? stored;

export const solanaKey: Form = { name: 'a Solana key in base58', read: readSolanaKey };

/** The key of an account that may be looked up by the chain. */
export const solanaAccount: Form = {
  name: `a Solana key in base58 or ${lookedUpKey}`,
  read: (text) => (text === lookedUpKey ? text : readSolanaKey(text)),
};

function readSolanaKey(text: string): string | undefined {
  // 32 bytes have 32 to 44 digits. Decoding is quadratic.
  return text.length <= 44 && decoded(base58.decode, text)?.length === 32 ? text : undefined;
}

const base58check = createBase58check(sha256);

export const tronAddress: Form = {
  name: 'a TRON address in base58check',
  read: (text) => (base58checkVersion(text) === 0x41 ? text : undefined),
};

const bitcoinNetworks = [mainnet, testnet, signet, regtest];

export const bitcoinAddress: Form = {
  name: 'a Bitcoin address',
  read: (text) => (isBase58Bitcoin(text) ? text : readSegwit(text)),
};

function isBase58Bitcoin(text: string): boolean {
  const version = base58checkVersion(text);
  return bitcoinNetworks.some(({ publicKeyHash, scriptHash }) => version === publicKeyHash || version === scriptHash);
}

/** Codes for QR are in upper case. */
function readSegwit(text: string): string | undefined {
  const { prefix } = (text.length <= 90 && (bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text))) || {};
  return bitcoinNetworks.some((network) => network.prefix === prefix) ? text.toLowerCase() : undefined;
}

/** The first byte of an address that has 20 bytes after it. */
function base58checkVersion(text: string): number | undefined {
  const bytes = text.length <= 36 ? decoded(base58check.decode, text) : undefined;
  return bytes?.length === 21 ? bytes[0] : undefined;
}

function decoded(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

/** The lengths of public keys of API keys in hex: ed25519, compressed and uncompressed points. */
const keyLengths = [64, 66, 130];
const base64url = /^[\w-]+$/;

export const publicKey: Form = {
  name: 'a public key: hex of an API key, base64url of a passkey',
  read: (text) => (keyLengths.includes(text.length) ? hex.read(text) : base64url.test(text) ? text : undefined),
};
