import { expect, test, vi } from 'vitest';
import { generatePrivateKey } from '../keys/curve-keys.ts';
import { softwareSecp256k1 } from '../keys/software.ts';
import { createVerifierBy } from '../verify/verifier.ts';
import { native as node } from './node.ts';

// As in builds of Node on another library than OpenSSL, which refuse the curve.
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  const createPublicKey: typeof original.createPublicKey = (key) => {
    if (JSON.stringify(key).includes('secp256k1')) throw new Error('unknown curve');
    return original.createPublicKey(key);
  };
  return { ...original, createPublicKey, getCurves: () => original.getCurves().filter((name) => name !== 'secp256k1') };
});

test('behavior: node says that it cannot, and JavaScript verifies', async () => {
  const key = generatePrivateKey('secp256k1');
  const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };
  const sign = await softwareSecp256k1.importSigner(pair);
  const message = Uint8Array.of(1);
  expect(await node.secp256k1.importVerifier(pair.publicKey)).toBe(undefined);
  const verifier = await createVerifierBy(node, key.publicKey);
  expect(await verifier.verify(message, await sign(message))).toBe(true);
  expect(await verifier.verify(new Uint8Array(), await sign(message))).toBe(false);
});
