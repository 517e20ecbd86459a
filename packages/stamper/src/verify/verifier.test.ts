import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { failure } from '../../test/failure.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { type Curve, curves } from '../keys/curve.ts';
import { createPrivateKey, generatePrivateKey, parsePublicKey } from '../keys/keys-by-curve.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { createVerifier, createVerifierBy } from './verifier.ts';

const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };
const libraries = { p256, secp256k1, ed25519 };
const message = new TextEncoder().encode('{}');

const littleEndian = (number: bigint) => bigEndian(number).reverse();
const bigEndian = (number: bigint) => Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

async function sign(key: PrivateKey): Promise<Uint8Array> {
  const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };
  return (await software[key.curve].importSigner(pair))(message);
}

/** The result of node, web and software, which must agree. */
async function verdict(key: PrivateKey, signature: Uint8Array, body = message): Promise<boolean> {
  const verifiers = await Promise.all([node, web, software].map((path) => createVerifierBy(path, key.publicKey)));
  const verdicts = await Promise.all(verifiers.map((verifier) => verifier.verify(body, signature)));
  expect(new Set(verdicts).size).toBe(1);
  return verdicts[0] === true;
}

describe.each(curves)('createVerifier on %s', (curve: Curve) => {
  const key = generatePrivateKey(curve);
  const order = libraries[curve].Point.Fn.ORDER;

  test('default', async () => {
    const signature = await sign(key);
    const verifier = await createVerifier(key.publicKey);
    expect(verifier.publicKey).toEqual(key.publicKey);
    expect(await verifier.verify(message, signature)).toBe(true);
    expect(await verifier.verify(message, Buffer.from(signature))).toBe(true);
    expect(await verifier.verify(Uint8Array.of(...message, 0), signature)).toBe(false);
    expect(await verdict(key, signature)).toBe(true);
  });

  test('error: the signature of another key', async () => {
    expect(await verdict(key, await sign(generatePrivateKey(curve)))).toBe(false);
  });

  test.each([0, 1, 32, 63, 65, 72, 128])('error: %i bytes', async (length) => {
    const signature = await sign(key);
    expect(await verdict(key, concatBytes(signature, signature).subarray(0, length))).toBe(false);
  });

  test('error: either half at, or beyond, the edges of its range', async () => {
    const signature = await sign(key);
    const encode = curve === 'ed25519' ? littleEndian : bigEndian;
    for (const edge of [0n, order, order + 1n, 2n ** 256n - 1n]) {
      const half = encode(edge);
      expect(await verdict(key, concatBytes(half, signature.subarray(32)))).toBe(false);
      expect(await verdict(key, concatBytes(signature.subarray(0, 32), half))).toBe(false);
      expect(await verdict(key, concatBytes(half, half))).toBe(false);
    }
  });

  test('error: a message that is not bytes, with a signature over no bytes or over zeros', async () => {
    const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };
    const signer = await software[curve].importSigner(pair);
    const messages: [unknown, Uint8Array][] = [
      ['text', new Uint8Array()],
      ['text', new Uint8Array(4)],
      [{}, new Uint8Array()],
      [4, new Uint8Array(4)],
      [[1], Uint8Array.of(1)],
    ];
    for (const path of [node, web, software]) {
      const verifier = await createVerifierBy(path, key.publicKey);
      for (const [wrong, bytes] of messages) {
        const signature = await signer(bytes);
        expect(await failure(verifier.verify(wrong as Uint8Array, signature))).toBe('MALFORMED message');
        expect(await failure(verifier.verify(bytes, [...signature] as unknown as Uint8Array))).toBe(
          'MALFORMED signature',
        );
      }
    }
  });

  test('behavior: the key is copied immediately, so later changes do not matter', async () => {
    const signature = await sign(key);
    for (const path of [node, web, software]) {
      const publicKey = parsePublicKey(curve, key.publicKey.hex);
      const making = createVerifierBy(path, publicKey);
      publicKey.bytes.fill(0);
      publicKey.uncompressed.fill(0);
      const verifier = await making;
      expect(verifier.publicKey).toEqual(key.publicKey);
      expect(await verifier.verify(message, signature)).toBe(true);
    }
  });

  test('behavior: the given signature is not changed', async () => {
    const signature = await sign(key);
    const copy = Uint8Array.from(signature);
    await verdict(key, signature);
    expect(signature).toEqual(copy);
  });
});

describe.each(['p256', 'secp256k1'] as const)('createVerifier on %s', (curve) => {
  const key = generatePrivateKey(curve);
  const order = libraries[curve].Point.Fn.ORDER;

  test('behavior: s of either half', async () => {
    const signature = await sign(key);
    const mirrored = order - numberOf(signature.subarray(32));
    expect(await verdict(key, concatBytes(signature.subarray(0, 32), bigEndian(mirrored)))).toBe(true);
  });

  test('error: an s that is valid modulo the order, but above it', async () => {
    // With a known nonce, s can be small enough for s + n to fit: s = (z + r * d) / k, solved for d.
    const { Fn, BASE } = libraries[curve].Point;
    const z = Fn.create(numberOf(await node.sha256(message)));
    const k = 7n;
    const r = Fn.create(BASE.multiply(k).x);
    const small = 5n;
    const d = Fn.mul(Fn.sub(Fn.mul(small, k), z), Fn.inv(r));
    const made = createPrivateKey(curve, bigEndian(d));
    expect(await verdict(made, concatBytes(bigEndian(r), bigEndian(small)))).toBe(true);
    expect(await verdict(made, concatBytes(bigEndian(r), bigEndian(order - small)))).toBe(true);
    expect(await verdict(made, concatBytes(bigEndian(r), bigEndian(order + small)))).toBe(false);
  });
});
