import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { softwareSecp256k1 } from '../keys/software.ts';
import { createVerifierBy } from '../verify/verifier.ts';
import { native as node } from './node.ts';

// As in builds of Node without OpenSSL, which refuse the curve.
beforeAll(() => {
  const { createPublicKey, getCurves } = crypto;
  const others = getCurves().filter((name) => name !== 'secp256k1');
  vi.spyOn(crypto, 'getCurves').mockReturnValue(others);
  vi.spyOn(crypto, 'createPublicKey').mockImplementation((key) => {
    if (JSON.stringify(key).includes('secp256k1')) throw new Error('unknown curve');
    return createPublicKey(key);
  });
  syncBuiltinESMExports();
});

afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('behavior: node does not support it, and JavaScript verifies', async () => {
  const key = generatePrivateKey('secp256k1');
  const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };
  const sign = await softwareSecp256k1.importSigner(pair);
  const message = Uint8Array.of(1);
  expect(await node.secp256k1.importVerifier(pair.publicKey)).toBe(undefined);
  const verifier = await createVerifierBy(node, key.publicKey);
  expect(await verifier.verify(message, await sign(message))).toBe(true);
  expect(await verifier.verify(new Uint8Array(), await sign(message))).toBe(false);
});
