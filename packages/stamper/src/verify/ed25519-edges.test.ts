import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { parsePublicKey } from '../keys/keys-by-curve.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { createVerifierBy } from './verifier.ts';

const { Point } = ed25519;
const order = Point.Fn.ORDER;
const message = encodeUtf8('about which implementations disagree', 'message');
const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(new Uint8Array(32).fill(7));
const publicKey = parsePublicKey('ed25519', encodeHex(pointBytes));
/** Without the first, which is the neutral element. */
const mixing = ED25519_TORSION_SUBGROUP.slice(1);
const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };

/** A signature with this R that verifies as far as its nonce can make it: s = nonce + H(R, A, M) * a. */
function signWith(r: Uint8Array, nonce: bigint): Uint8Array {
  const k = bytesToNumberLE(sha512(concatBytes(r, pointBytes, message)));
  return concatBytes(r, numberToBytesLE((nonce + k * scalar) % order, 32));
}

async function verdicts(signature: Uint8Array): Promise<boolean[]> {
  const verifiers = await Promise.all([node, web, software].map((curves) => createVerifierBy(curves, publicKey)));
  return Promise.all(verifiers.map((verifier) => verifier.verify(message, signature)));
}

/** ZIP 215 accepts whatever any equation of RFC 8032 could accept, so it confirms that the signature was built correctly. */
function isTakenSomewhere(signature: Uint8Array): boolean {
  return ed25519.verify(signature, message, pointBytes, { zip215: true });
}

const all = [true, true, true];
const none = [false, false, false];

describe('ed25519 signatures', () => {
  test('default: node, web and software accept an honest signature and one with a chosen nonce', async () => {
    expect(await verdicts(ed25519.sign(message, new Uint8Array(32).fill(7)))).toEqual(all);
    expect(await verdicts(signWith(Point.BASE.multiply(5n).toBytes(), 5n))).toEqual(all);
  });

  test.each(ED25519_TORSION_SUBGROUP)('behavior: R of small order, %s, is refused by all', async (hex) => {
    const signature = signWith(Point.fromHex(hex).toBytes(), 0n);
    expect(isTakenSomewhere(signature)).toBe(true);
    expect(await verdicts(signature)).toEqual(none);
  });

  test.each(mixing)('behavior: R plus %s of small order is refused by all', async (hex) => {
    const signature = signWith(Point.BASE.multiply(5n).add(Point.fromHex(hex)).toBytes(), 5n);
    expect(isTakenSomewhere(signature)).toBe(true);
    expect(await verdicts(signature)).toEqual(none);
  });

  test.each([
    ['y = p', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['y = p, x odd', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
    ['y = p + 1', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['y = p + 1, minus zero', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
    ['y = 1, minus zero', '0100000000000000000000000000000000000000000000000000000000000080'],
    ['y = -1, minus zero', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
  ])('behavior: R that is not canonical, %s, is refused by all', async (_, hex) => {
    const signature = signWith(decodeHex(hex, 'R'), 0n);
    expect(isTakenSomewhere(signature)).toBe(true);
    expect(await verdicts(signature)).toEqual(none);
  });

  test.each(Array.from({ length: 15 }, (_, index) => BigInt(index + 1)))(
    'behavior: s plus %i times the order is refused by all',
    async (times) => {
      const signature = signWith(Point.BASE.multiply(5n).toBytes(), 5n);
      const s = bytesToNumberLE(signature.subarray(32)) + times * order;
      expect(await verdicts(concatBytes(signature.subarray(0, 32), numberToBytesLE(s, 32)))).toEqual(none);
    },
  );

  test.each([0, 32, 63, 65, 128])('behavior: %i bytes are refused by all', async (length) => {
    expect(await verdicts(new Uint8Array(length))).toEqual(none);
  });
});

describe('ed25519 keys', () => {
  test.each(ED25519_TORSION_SUBGROUP)('error: the point %s of small order', (hex) => {
    expect(() => parsePublicKey('ed25519', hex)).toThrow(expect.objectContaining({ code: 'INVALID_KEY' }));
  });

  test.each(mixing)('error: a key plus the point %s of small order', (hex) => {
    const mixed = Point.fromBytes(pointBytes).add(Point.fromHex(hex)).toHex();
    expect(() => parsePublicKey('ed25519', mixed)).toThrow('publicKey is outside the prime-order group of ed25519');
  });

  test('error: every y that is not below p, with either sign', () => {
    for (let y = Point.Fp.ORDER; y < 2n ** 255n; y++) {
      for (const sign of [0n, 2n ** 255n]) {
        const hex = encodeHex(numberToBytesLE(y + sign, 32));
        expect(() => parsePublicKey('ed25519', hex)).toThrow('publicKey is not a point on ed25519');
      }
    }
  });
});
