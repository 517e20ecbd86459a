import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import { coseOf, oneOfEach, type TestAlgorithm, testAlgorithms } from '@mintmark/testing/software-authenticator';
import { describe, expect, test } from 'vitest';
import type { StamperErrorCode } from '../../stamper-error.ts';
import { createCredentialKey } from './cose-key.ts';

const authenticators = oneOfEach();

function changed(algorithm: TestAlgorithm, ...entries: [number, Writable | undefined][]): Uint8Array {
  const { cose } = authenticators[algorithm];
  for (const [name, value] of entries) {
    if (value === undefined) cose.delete(name);
    else cose.set(name, value);
  }
  return writeCbor(cose);
}

describe('createCredentialKey', () => {
  test.each(testAlgorithms)('default: %s', async (algorithm) => {
    const authenticator = authenticators[algorithm];
    const key = await createCredentialKey(writeCbor(authenticator.cose));
    const message = randomBytes(100);
    expect(key.algorithm).toBe(algorithm);
    expect(await key.verify(message, authenticator.sign(message))).toBe(true);
    expect(await key.verify(randomBytes(100), authenticator.sign(message))).toBe(false);
  });

  test.each([2048, 3072, 4096])('behavior: an RSA key of %i bits', async (modulusLength) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
    const key = await createCredentialKey(writeCbor(coseOf(publicKey, 'RS256')));
    const message = randomBytes(10);
    const signature = sign('sha256', message, privateKey);
    expect(await key.verify(message, signature)).toBe(true);
    expect(await key.verify(message, sign('sha1', message, privateKey))).toBe(false);
    expect(await key.verify(message, sign('sha512', message, privateKey))).toBe(false);
    const pss = { key: privateKey, padding: 6, saltLength: 32 };
    expect(await key.verify(message, sign('sha256', message, pss))).toBe(false);
  });

  test('behavior: later changes of the bytes do not change the key', async () => {
    for (const algorithm of testAlgorithms) {
      const authenticator = authenticators[algorithm];
      const bytes = writeCbor(authenticator.cose);
      const key = await createCredentialKey(bytes);
      bytes.fill(0);
      const message = randomBytes(10);
      expect(await key.verify(message, authenticator.sign(message))).toBe(true);
    }
  });

  const { x: x384 } = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
  const rsa = (modulusLength: number, publicExponent = 65_537) =>
    writeCbor(coseOf(generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey, 'RS256'));
  const modulus = (change: (n: Uint8Array) => Uint8Array) => {
    const n = authenticators.RS256.cose.get(-1) as Uint8Array;
    return changed('RS256', [-1, change(Uint8Array.from(n))]);
  };
  const anyY = authenticators.ES256.cose.get(-3) as Uint8Array;
  const anyX = authenticators.ES256.cose.get(-2) as Uint8Array;

  const refused: Record<string, { code: StamperErrorCode; cose: Uint8Array }> = {
    nothing: { code: 'MALFORMED', cose: new Uint8Array() },
    'a list': { code: 'MALFORMED', cose: writeCbor([]) },
    'an empty map': { code: 'ALGORITHM_NOT_ALLOWED', cose: writeCbor(new Map()) },
    'bytes after the key': { code: 'MALFORMED', cose: Buffer.concat([changed('ES256'), Uint8Array.of(0)]) },
    ES384: { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('ES256', [3, -35]) },
    ES512: { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('ES256', [3, -36]) },
    ES256K: { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('ES256', [3, -47]) },
    PS256: { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('RS256', [3, -37]) },
    RS1: { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('RS256', [3, -65_535]) },
    'an algorithm in words': { code: 'ALGORITHM_NOT_ALLOWED', cose: changed('ES256', [3, 'ES256']) },
    'an algorithm under a text': {
      code: 'ALGORITHM_NOT_ALLOWED',
      cose: writeCbor(new Map<string, Writable>([['3', -7]])),
    },
    'ES256 with the type of Ed25519': { code: 'MALFORMED', cose: changed('ES256', [1, 1]) },
    'ES256 on another curve': { code: 'MALFORMED', cose: changed('ES256', [-1, 2]) },
    'ES256 on secp256k1': { code: 'MALFORMED', cose: changed('ES256', [-1, 8]) },
    'ES256 without a curve': { code: 'MALFORMED', cose: changed('ES256', [-1, undefined]) },
    'ES256 with an extra parameter': { code: 'MALFORMED', cose: changed('ES256', [4, [2]]) },
    'ES256 with a private key': { code: 'MALFORMED', cose: changed('ES256', [-4, randomBytes(32)]) },
    'ES256 with another parameter in place of one': {
      code: 'MALFORMED',
      cose: changed('ES256', [-3, undefined], [-4, randomBytes(32)]),
    },
    'ES256 with a compressed point': { code: 'MALFORMED', cose: changed('ES256', [-3, true]) },
    'ES256 with a coordinate of 31 bytes': { code: 'MALFORMED', cose: changed('ES256', [-2, randomBytes(31)]) },
    'ES256 with a coordinate of 33 bytes': {
      code: 'MALFORMED',
      cose: changed('ES256', [-2, Buffer.concat([Uint8Array.of(0), anyX])]),
    },
    'ES256 with a byte of one coordinate in the other': {
      code: 'MALFORMED',
      cose: changed('ES256', [-2, anyX.subarray(0, 31)], [-3, Buffer.concat([anyX.subarray(31), anyY])]),
    },
    'ES256 with a coordinate of P-384': {
      code: 'MALFORMED',
      cose: changed('ES256', [-2, Buffer.from(x384 ?? '', 'base64url')]),
    },
    'ES256 with empty coordinates': {
      code: 'MALFORMED',
      cose: changed('ES256', [-2, new Uint8Array()], [-3, new Uint8Array()]),
    },
    'ES256 at infinity': {
      code: 'INVALID_KEY',
      cose: changed('ES256', [-2, new Uint8Array(32)], [-3, new Uint8Array(32)]),
    },
    'ES256 off the curve': { code: 'INVALID_KEY', cose: changed('ES256', [-3, randomBytes(32)]) },
    'ES256 with coordinates beyond the field': {
      code: 'INVALID_KEY',
      cose: changed('ES256', [-2, new Uint8Array(32).fill(255)]),
    },
    'EdDSA with the type of P-256': { code: 'MALFORMED', cose: changed('EdDSA', [1, 2]) },
    'EdDSA on Ed448': { code: 'MALFORMED', cose: changed('EdDSA', [-1, 7]) },
    'EdDSA with a second coordinate': { code: 'MALFORMED', cose: changed('EdDSA', [-3, randomBytes(32)]) },
    'EdDSA with a key of 33 bytes': { code: 'MALFORMED', cose: changed('EdDSA', [-2, randomBytes(33)]) },
    'EdDSA at the identity': {
      code: 'INVALID_KEY',
      cose: changed('EdDSA', [-2, Uint8Array.of(1, ...new Uint8Array(31))]),
    },
    'EdDSA at a point of small order': { code: 'INVALID_KEY', cose: changed('EdDSA', [-2, new Uint8Array(32)]) },
    'RS256 with the type of P-256': { code: 'MALFORMED', cose: changed('RS256', [1, 2]) },
    'RS256 with a private exponent': { code: 'MALFORMED', cose: changed('RS256', [-3, randomBytes(256)]) },
    'RS256 with a number for a modulus': { code: 'MALFORMED', cose: changed('RS256', [-1, 5]) },
    'RS256 without a modulus': { code: 'INVALID_KEY', cose: changed('RS256', [-1, new Uint8Array()]) },
    'RS256 of 1024 bits': { code: 'INVALID_KEY', cose: rsa(1024) },
    'RS256 of 2040 bits': { code: 'INVALID_KEY', cose: rsa(2040) },
    'RS256 of 4104 bits': { code: 'INVALID_KEY', cose: modulus((n) => Buffer.concat([n, n, Uint8Array.of(1)])) },
    'RS256 of 2047 bits': { code: 'INVALID_KEY', cose: modulus((n) => n.with(0, 0x7f)) },
    'RS256 with a leading zero': { code: 'INVALID_KEY', cose: modulus((n) => Buffer.concat([Uint8Array.of(0), n])) },
    'RS256 with an even modulus': { code: 'INVALID_KEY', cose: modulus((n) => n.with(-1, 2)) },
    'RS256 with the exponent 3': { code: 'INVALID_KEY', cose: rsa(2048, 3) },
    'RS256 with the exponent 1': { code: 'INVALID_KEY', cose: changed('RS256', [-2, Uint8Array.of(1)]) },
    'RS256 with a padded exponent': { code: 'INVALID_KEY', cose: changed('RS256', [-2, Uint8Array.of(0, 1, 0, 1)]) },
  };

  test.each(Object.entries(refused))('error: %s', async (_, { code, cose }) => {
    await expect(createCredentialKey(cose)).rejects.toMatchObject({ name: 'StamperError', code, part: 'publicKey' });
  });
});
