import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { native as node } from '../native/node.ts';
import { curves } from './curve.ts';
import { generatePrivateKey } from './keys-by-curve.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from './software.ts';

const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };
const orders = { p256: p256.Point.Fn.ORDER, secp256k1: secp256k1.Point.Fn.ORDER };

const bytesOf = (number: bigint) => Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

describe.each(curves)('%s in JavaScript', (curve) => {
  const key = generatePrivateKey(curve);
  const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };

  test('default: OpenSSL verifies what it signs, and both agree on a changed signature', async () => {
    const sign = await software[curve].importSigner(pair);
    const verify = await software[curve].importVerifier(pair.publicKey);
    const verifyByNode = await node[curve].importVerifier(pair.publicKey);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat({ max: 255 }), async (message, bit) => {
        const signature = await sign(message);
        expect(signature).toHaveLength(64);
        expect(await verifyByNode?.(message, signature)).toBe(true);
        expect(await verify(message, signature)).toBe(true);
        // In r or R only: these functions do not check that s is below the order.
        signature.set([(signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))], bit >> 3);
        expect(await verify(message, signature)).toBe(false);
        expect(await verifyByNode?.(message, signature)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test('behavior: signs with the imported key, even if its bytes change later', async () => {
    const privateKey = Uint8Array.from(pair.privateKey);
    const sign = await software[curve].importSigner({ ...pair, privateKey });
    const message = Uint8Array.of(1, 2, 3);
    const before = await sign(message);
    privateKey.fill(0);
    expect(await sign(message)).toEqual(before);
  });
});

describe.each(['p256', 'secp256k1'] as const)('%s in JavaScript', (curve) => {
  test('behavior: s of either half', async () => {
    const key = generatePrivateKey(curve);
    const publicKey = key.publicKey.uncompressed;
    const sign = await software[curve].importSigner({ privateKey: key.bytes(), publicKey });
    const verify = await software[curve].importVerifier(publicKey);
    const message = Uint8Array.of(1);
    const signature = await sign(message);
    const other = Uint8Array.from(signature);
    other.set(bytesOf(orders[curve] - numberOf(signature.subarray(32))), 32);
    expect([await verify(message, signature), await verify(message, other)]).toEqual([true, true]);
  });
});

describe('secp256k1 in JavaScript', () => {
  test('behavior: signs with s in the lower half, as chains want it', async () => {
    const key = generatePrivateKey('secp256k1');
    const publicKey = key.publicKey.uncompressed;
    const sign = await softwareSecp256k1.importSigner({ privateKey: key.bytes(), publicKey });
    for (let byte = 0; byte < 32; byte++) {
      const s = numberOf((await sign(Uint8Array.of(byte))).subarray(32));
      expect(s <= orders.secp256k1 / 2n).toBe(true);
    }
  });
});

describe('ed25519 in JavaScript', () => {
  test('behavior: as RFC 8032 signs, test 3', async () => {
    const seed = Buffer.from('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'hex');
    const sign = await softwareEd25519.importSigner({ privateKey: seed, publicKey: ed25519.getPublicKey(seed) });
    expect(Buffer.from(await sign(Uint8Array.of(0xaf, 0x82))).toString('hex')).toBe(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    );
  });
});
