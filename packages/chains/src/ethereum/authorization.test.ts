import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { hashAuthorization } from './authorization.ts';

const address = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c';
const authorization = { address, chainId: 1, nonce: 40 };
const refusal = (problem: string) =>
  expect.objectContaining({ code: 'INVALID_PAYLOAD', message: `invalid payload: ${problem}` });
const hash = (value: unknown) => hashAuthorization(JSON.stringify(value));

test('default', () => {
  const { digest, content } = hash(authorization);
  expect(content).toEqual({ address, chainId: 1n, nonce: 40n });
  // Made with the viem that the tests of the oracles use.
  expect(bytesToHex(digest)).toBe('5919da563810a99caf657d42bd10905adbd28b3b89b8a4577efa471e5e4b3914');
});

test('behavior: integers may be strings, and an address may have a checksum', () => {
  const others = [
    { ...authorization, chainId: '1', nonce: '40' },
    { ...authorization, chainId: '0x1', nonce: '0x28' },
    { ...authorization, address: '0xBE95c3f554e9Fc85ec51bE69a3D807A0D55BCF2C' },
  ];
  for (const other of others) expect(hash(other)).toEqual(hash(authorization));
});

test('behavior: chain id 0 is every chain', () => {
  expect(hash({ ...authorization, chainId: 0 }).content.chainId).toBe(0n);
});

test.each([
  [{ ...authorization, nonce: (2n ** 64n - 1n).toString() }, 'nonce is not from 0 to 18446744073709551614'],
  [{ ...authorization, nonce: -1 }, 'nonce is not from 0 to 18446744073709551614'],
  [{ ...authorization, nonce: 2 ** 53 }, 'nonce is beyond 2^53: send it as a string'],
  [{ ...authorization, chainId: (2n ** 63n).toString() }, 'chainId is not from 0 to 9223372036854775771'],
  [{ ...authorization, chainId: null }, 'chainId is not an integer of at most 256 bits'],
  [{ ...authorization, address: '0x' }, 'address has 0 bytes instead of 20'],
  [{ ...authorization, address: address.replace('b', 'B') }, 'address has a wrong checksum'],
  [{ address, chainId: 1 }, 'it has no member nonce'],
  [{ ...authorization, r: '0x1' }, 'it has the member "r", which its type does not have'],
  [[], 'it is not a JSON object'],
  [{ ...authorization, address: '0'.repeat(131_072) }, 'it is longer than 131072 characters'],
])('error: %.120j', (value, problem) => {
  expect(() => hash(value)).toThrow(refusal(problem));
});
