import { describe, expect, test } from 'vitest';
import { type PointVector, readVectors } from '../../public-vectors/read-vectors.ts';
import { encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import { parsePublicKey } from './keys-by-curve.ts';
import { uncompressP256 } from './p256-point.ts';

/** Only compressed points are `acceptable`, and API keys are compressed. */
const expected = { valid: 'valid', acceptable: 'valid', invalid: 'invalid' };

function judge(parse: () => unknown): string {
  try {
    parse();
    return 'valid';
  } catch (error) {
    if (error instanceof StamperError) return 'invalid';
    throw error;
  }
}

function differences(points: readonly PointVector[], parse: (point: string) => unknown): string[] {
  return points
    .map((vector) => ({ ...vector, judged: judge(() => parse(vector.public)) }))
    .filter(({ judged, result }) => judged !== expected[result])
    .map(({ id, comment, judged }) => `${id} ${comment}: ${judged}`);
}

describe('public points', () => {
  test.each([
    ['p256', 'ecdh_secp256r1_ecpoint', { valid: 120, acceptable: 1, invalid: 24 }],
    ['secp256k1', 'ecdh_secp256k1', { valid: 106, acceptable: 1, invalid: 20 }],
  ] as const)('default: parsePublicKey on %s accepts what the vectors accept', (curve, file, counts) => {
    const points = readVectors(file).flatMap(({ tests }) => tests);
    expect(differences(points, (point) => parsePublicKey(curve, point))).toEqual([]);
    const count = (result: keyof typeof counts) => points.filter((point) => point.result === result).length;
    expect({ valid: count('valid'), acceptable: count('acceptable'), invalid: count('invalid') }).toEqual(counts);
  });

  test('default: uncompressP256 accepts the same', () => {
    const points = readVectors('ecdh_secp256r1_ecpoint').flatMap(({ tests }) => tests);
    expect(differences(points, (point) => uncompressP256(point, 'publicKey'))).toEqual([]);
  });

  test.each([
    ['p256', 'ecdsa_secp256r1_sha256'],
    ['secp256k1', 'ecdsa_secp256k1_sha256'],
  ] as const)('behavior: every key of the signatures on %s has one spelling', (curve, file) => {
    for (const { key } of readVectors(file)) {
      const parsed = parsePublicKey(curve, key);
      expect(encodeHex(parsed.uncompressed)).toBe(key);
      expect(parsePublicKey(curve, parsed.hex.toUpperCase())).toEqual(parsed);
    }
  });
});
