import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { failure } from '../test/failure.ts';
import { encodeHex } from './encoding/hex.ts';
import { generatePrivateKey } from './keys/keys-by-curve.ts';
import { nonceOfKey } from './nonce-of-key.ts';

test('default: a published pair of key and nonce', async () => {
  expect(await nonceOfKey('0394e549c71fa99dd5cf752fba623090be314949b74e4cdf7ca72031dd638e281a')).toBe(
    '1663bba492a323085b13895634a3618792c4ec6896f3c34ef3c26396df22ef82',
  );
});

test('behavior: the hex text is hashed, in the canonical spelling of the key', async () => {
  const { hex, uncompressed } = generatePrivateKey('p256').publicKey;
  const nonce = createHash('sha256').update(hex, 'ascii').digest('hex');
  for (const spelled of [hex, hex.toUpperCase(), encodeHex(uncompressed)]) {
    expect(await nonceOfKey(spelled)).toBe(nonce);
  }
});

test.each([
  ['', 'MALFORMED'],
  [undefined, 'MALFORMED'],
  ['00', 'MALFORMED'],
  [`02${'f'.repeat(64)}`, 'INVALID_KEY'],
])('error: %j', async (publicKey, code) => {
  expect(await failure(nonceOfKey(publicKey as string))).toBe(`${code} publicKey`);
});
