import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { ed25519PublicKeyOf } from './ed25519.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('default', () => {
  // RFC 8032, section 7.1, test 1.
  const secret = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  expect(hex(ed25519PublicKeyOf(secret))).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
});

test('behavior: 1,000 public keys as @noble/curves calculates them', () => {
  for (let number = 0; number < 1000; number++) {
    const secret = createHash('sha256').update(String(number)).digest();
    expect(hex(ed25519PublicKeyOf(secret))).toBe(hex(ed25519.getPublicKey(secret)));
  }
});

test.each([0, 31, 33, 64])('error: %i bytes are no secret', (length) => {
  expect(() => ed25519PublicKeyOf(new Uint8Array(length))).toThrow('not a secret of ed25519');
});
