import { writeCbor } from '@mintmark/testing/cbor-writer';
import { SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { native } from '#native';
import { errorOf, failure } from '../../test/failure.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { type Curve, curves } from '../keys/curve.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import { createEd25519Stamper } from '../stampers/ed25519.ts';
import { createP256Stamper } from '../stampers/p256.ts';
import { createSolanaStamper } from '../stampers/solana.ts';
import { decodeApiKeyStamp, verifyApiKeyStamp } from '../verify/api-key-stamp.ts';
import { createVerifier } from '../verify/verifier.ts';
import { createCredentialKey } from '../verify/webauthn/cose-key.ts';
import { native as web } from './web.ts';

const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };
const keys = {
  p256: generatePrivateKey('p256'),
  secp256k1: generatePrivateKey('secp256k1'),
  ed25519: generatePrivateKey('ed25519'),
};
const rsaPasskey = new SoftwareAuthenticator('RS256');
const body = new TextEncoder().encode('{}');

const own = { ...native };

// As on a page without https: browsers only have randomness there.
beforeEach(() => {
  Object.assign(native, web);
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
});

afterEach(() => {
  Object.assign(native, own);
  vi.unstubAllGlobals();
});

test('default: the crypto of browsers is used, and it is missing', async () => {
  expect(native).toEqual(web);
  expect(await failure(native.sha256(body))).toBe('CRYPTO_UNAVAILABLE crypto.subtle');
});

describe('createVerifier', () => {
  test.each(curves)('behavior: verifies %s in JavaScript', async (curve: Curve) => {
    const { publicKey } = keys[curve];
    const pair = { privateKey: keys[curve].bytes(), publicKey: publicKey.uncompressed };
    const sign = await software[curve].importSigner(pair);
    const verifier = await createVerifier(publicKey);
    expect(await verifier.verify(body, await sign(body))).toBe(true);
    expect(await verifier.verify(body, await sign(new Uint8Array()))).toBe(false);
  });
});

describe('createSolanaStamper', () => {
  const { ed25519: key } = keys;
  const address = encodeBase58(key.publicKey.bytes);

  async function verdict(signMessage: (message: Uint8Array) => Promise<Uint8Array>) {
    const { value } = await createSolanaStamper({ address, signMessage }).stamp(body);
    const decoded = decodeApiKeyStamp(value);
    if (!decoded.ok) return decoded;
    return verifyApiKeyStamp({ stamp: decoded.stamp, body, credential: await createVerifier(key.publicKey) });
  }

  test('behavior: stamps without verifying the signature, which is left to the server', async () => {
    expect(await verdict(async (message) => ed25519.sign(message, key.bytes()))).toMatchObject({ ok: true });
    expect(await verdict(async () => ed25519.sign(new Uint8Array(), key.bytes()))).toMatchObject({
      error: { code: 'SIGNATURE_INVALID' },
    });
  });
});

describe('stampers', () => {
  test.each([
    ['p256', createP256Stamper, softwareP256, 'softwareP256'],
    ['ed25519', createEd25519Stamper, softwareEd25519, 'softwareEd25519'],
  ] as const)('error: %s, with a remedy', async (curve, create, remedy, name) => {
    const key = keys[curve].toApiKey();
    expect(await errorOf(create(key).stamp(body))).toMatchObject({
      code: 'CRYPTO_UNAVAILABLE',
      message: `curve is missing in this runtime: pass ${name}`,
    });
    const decoded = decodeApiKeyStamp((await create(key, remedy).stamp(body)).value);
    if (!decoded.ok) throw decoded.error;
    const credential = await createVerifier(keys[curve].publicKey);
    expect(await verifyApiKeyStamp({ stamp: decoded.stamp, body, credential })).toMatchObject({ ok: true });
  });
});

describe('createCredentialKey', () => {
  test('error: RSA, which has no replacement', async () => {
    expect(await failure(createCredentialKey(writeCbor(rsaPasskey.cose)))).toBe('CRYPTO_UNAVAILABLE RSA');
  });
});
