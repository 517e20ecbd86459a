import { expect, test } from 'vitest';
import vectors from '../../../test/vectors/derivation.json' with { type: 'json' };
import { secp256k1 } from '../curves/secp256k1.ts';
import { type Curve, createScalarDerivation, type KeyDerivation, keyDerivations } from './key-derivation.ts';
import { hardened, parsePath } from './path.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

const walk = (derivation: KeyDerivation, seed: Uint8Array, path: string) =>
  (path === 'm' ? [] : (parsePath(path) ?? [])).reduce(derivation.child, derivation.master(seed));

test.each(vectors)('behavior: $name, $curve at $path', ({ curve, path, ...expected }) => {
  const key = walk(keyDerivations[curve as Curve], Buffer.from(expected.seed, 'hex'), path);
  expect(hex(key.secret)).toBe(expected.secret);
  expect(hex(key.chainCode)).toBe(expected.chainCode);
  expect(hex(key.publicKey)).toBe(expected.publicKey);
});

test('behavior: each index of ed25519 is derived as hardened', () => {
  const { CURVE_ED25519: ed25519 } = keyDerivations;
  expect(hex(walk(ed25519, seed, "m/44'/501/0/0").secret)).toBe(hex(walk(ed25519, seed, "m/44'/501'/0'/0'").secret));
});

// No input is known for which the real curve has no key: it would take 2^127 attempts to find one.
test.each([0, hardened])('error: BIP-32 has no key at index %i if the sum is no secret', (index) => {
  const curve = { ...secp256k1, addToSecret: () => undefined };
  const derivation = createScalarDerivation({ name: 'Bitcoin seed', curve, ifInvalid: 'fail' });
  expect(() => derivation.child(derivation.master(seed), index)).toThrow('the path has no valid key');
});

test('error: BIP-32 has no root key if the HMAC is no secret', () => {
  const curve = { ...secp256k1, isSecret: () => false };
  const derivation = createScalarDerivation({ name: 'Bitcoin seed', curve, ifInvalid: 'fail' });
  expect(() => derivation.master(seed)).toThrow('the path has no valid key');
});

test('behavior: disposing of a key wipes its secret and its chain code', () => {
  for (const derivation of Object.values(keyDerivations)) {
    const master = derivation.master(seed);
    for (const key of [derivation.child(master, 0), derivation.child(master, hardened), master]) {
      key[Symbol.dispose]();
      expect(hex(key.secret) + hex(key.chainCode)).toBe('00'.repeat(64));
    }
  }
});
