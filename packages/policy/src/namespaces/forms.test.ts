import { describe, expect, test } from 'vitest';
import type { Form } from '../values/type.ts';
import * as forms from './forms.ts';

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const lower = checksummed.toLowerCase();
const upper = `0x${checksummed.slice(2).toUpperCase()}`;
const solana = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const uuid = '0198f3a0-0000-7000-8000-00000000000a';
/** A Cyrillic a. */
const lookAlike = lower.replace('a', '\u0430');

describe('what has the form, and how it is compared', () => {
  test.each<[string, Form, string, string?]>([
    ['an Ethereum address with its checksum', forms.ethereumAddress, checksummed, lower],
    ['an Ethereum address in lower case', forms.ethereumAddress, lower],
    ['an Ethereum address in upper case', forms.ethereumAddress, upper, lower],
    ['an address of Ethereum', forms.address, checksummed, lower],
    ['an address of another chain', forms.address, tron],
    ['an address in bech32 in upper case', forms.address, segwit.toUpperCase(), segwit],
    ['an address of 32 bytes in upper case', forms.address, `0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
    ['a public key in upper case', forms.address, `02${'AB'.repeat(32)}`, `02${'ab'.repeat(32)}`],
    ['a UUID', forms.uuid, uuid.toUpperCase(), uuid],
    ['no UUID', forms.uuidOrNone, ''],
    ['hex with 0x', forms.prefixedHex, '0xA9059CBB', '0xa9059cbb'],
    ['hex', forms.hex, 'A9059CBB', 'a9059cbb'],
    ['no bytes', forms.prefixedHex, '0x'],
    ['a Solana key', forms.solanaKey, solana],
    ['the System Program', forms.solanaKey, '1'.repeat(32)],
    ['a looked-up account', forms.solanaAccount, 'ADDRESS_TABLE_LOOKUP'],
    ['a TRON address', forms.tronAddress, tron],
    ['a Bitcoin address in bech32', forms.bitcoinAddress, segwit],
    ['a Bitcoin address in upper case', forms.bitcoinAddress, segwit.toUpperCase(), segwit],
    ['a Bitcoin address in base58', forms.bitcoinAddress, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['the public key of an API key', forms.publicKey, `02${'AB'.repeat(32)}`, `02${'ab'.repeat(32)}`],
    ['the public key of a passkey', forms.publicKey, 'pQECAyYgASFYI-_'.repeat(6)],
  ])('default: %s', (_, form, text, compared = text) => {
    expect(form.read(text)).toBe(compared);
  });
});

describe('what does not have it', () => {
  test.each<[string, Form, string]>([
    ['a wrong checksum', forms.ethereumAddress, checksummed.replace('A', 'a')],
    ['a look-alike character', forms.ethereumAddress, lookAlike],
    ['a look-alike character in any address', forms.address, lookAlike],
    ['a digit too few', forms.ethereumAddress, lower.slice(0, -1)],
    ['0X', forms.ethereumAddress, lower.replace('0x', '0X')],
    ['a wrong checksum in any address', forms.address, checksummed.replace('A', 'a')],
    ['a space', forms.address, `${tron} `],
    ['no text', forms.address, ''],
    ['a UUID without dashes', forms.uuid, uuid.replaceAll('-', '')],
    ['half a byte', forms.hex, 'abc'],
    ['hex without 0x', forms.prefixedHex, 'ab'],
    ['hex with 0x', forms.hex, '0xab'],
    ['a Solana key of 31 bytes', forms.solanaKey, '1'.repeat(31)],
    ['a looked-up key where none can be', forms.solanaKey, 'ADDRESS_TABLE_LOOKUP'],
    ['a very long key', forms.solanaKey, '2'.repeat(4096)],
    ['a TRON address with a wrong checksum', forms.tronAddress, `${tron.slice(0, -1)}u`],
    ['a Bitcoin address where one of TRON is', forms.tronAddress, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a TRON address where one of Bitcoin is', forms.bitcoinAddress, tron],
    ['a Bitcoin address with a wrong checksum', forms.bitcoinAddress, `${segwit.slice(0, -1)}5`],
    ['a Bitcoin address in mixed case', forms.bitcoinAddress, segwit.replace('w', 'W')],
    ['an address of another bech32 chain', forms.bitcoinAddress, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ])('error: %s', (_, form, text) => {
    expect(form.read(text)).toBeUndefined();
  });
});
