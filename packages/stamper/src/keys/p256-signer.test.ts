import { createECDH, createPublicKey, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import { ecJwk } from '../encoding/public-jwk.ts';
import type { SigningCurve } from '../native/native-crypto.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { StamperError } from '../stamper-error.ts';
import { generatePrivateKey } from './keys-by-curve.ts';
import { createP256Signer } from './p256-signer.ts';
import { softwareP256 } from './software.ts';

const curves = { node: node.p256, web: web.p256, software: softwareP256 };
const names = ['node', 'web', 'software'] as const;
const message = new TextEncoder().encode('{}');

const ecdh = createECDH('prime256v1');
ecdh.generateKeys();
const key = {
  publicKey: ecdh.getPublicKey('hex', 'compressed'),
  privateKey: ecdh.getPrivateKey('hex').padStart(64, '0'),
};

function verifies(signature: Uint8Array): boolean {
  const jwk = createPublicKey({ key: ecJwk('P-256', ecdh.getPublicKey()), format: 'jwk' });
  return verify('sha256', message, { key: jwk, dsaEncoding: 'ieee-p1363' }, signature);
}

/** A curve that counts its imports and keeps their arguments. */
function observed(curve: SigningCurve) {
  const given: Uint8Array[] = [];
  const importSigner: SigningCurve['importSigner'] = (pair) => {
    given.push(pair.privateKey);
    return curve.importSigner(pair);
  };
  return { given, curve: { ...curve, importSigner } };
}

describe.each(names)('createP256Signer by %s', (name) => {
  test('default', async () => {
    const signature = await createP256Signer(key, curves[name]).sign(message);
    expect(signature).toHaveLength(64);
    expect(verifies(signature)).toBe(true);
  });

  test('args: the uncompressed public key, in upper case', async () => {
    const publicKey = ecdh.getPublicKey('hex', 'uncompressed').toUpperCase();
    const { sign } = createP256Signer({ publicKey, privateKey: key.privateKey.toUpperCase() }, curves[name]);
    expect(verifies(await sign(message))).toBe(true);
  });

  test('behavior: imports once, also for concurrent signatures, and then wipes the key', async () => {
    const { given, curve } = observed(curves[name]);
    const { sign } = createP256Signer(key, curve);
    const signatures = await Promise.all([sign(message), sign(message), sign(message)]);
    expect(signatures.every(verifies)).toBe(true);
    expect(verifies(await sign(message))).toBe(true);
    expect(given).toEqual([new Uint8Array(32)]);
  });

  test('error: a public key of another private key, or of its negative', async () => {
    const opposite = p256.Point.fromHex(key.publicKey).negate().toHex();
    for (const publicKey of [p256.Point.BASE.toHex(), opposite]) {
      const { given, curve } = observed(curves[name]);
      const { sign } = createP256Signer({ ...key, publicKey }, curve);
      const mismatch = new StamperError('KEY_MISMATCH', 'publicKey', 'does not belong to the private key');
      await expect(sign(message)).rejects.toThrow(mismatch);
      await expect(sign(message)).rejects.toThrow(mismatch);
      expect(given).toEqual([new Uint8Array(32)]);
    }
  });
});

describe('createP256Signer', () => {
  test.each([
    [{ ...key, publicKey: `06${key.publicKey.slice(2)}` }, 'MALFORMED', 'publicKey'],
    [{ ...key, publicKey: `02${'ff'.repeat(32)}` }, 'INVALID_KEY', 'publicKey'],
    [{ ...key, privateKey: key.privateKey.slice(2) }, 'MALFORMED', 'privateKey'],
    [{ ...key, privateKey: '00'.repeat(32) }, 'INVALID_KEY', 'privateKey'],
    [{ ...key, privateKey: 'ff'.repeat(32) }, 'INVALID_KEY', 'privateKey'],
  ])('error: refused immediately, case %#', (pair, code, part) => {
    expect(() => createP256Signer(pair)).toThrow(expect.objectContaining({ code, part }));
  });

  test('error: no message holds any of the private key', async () => {
    const attempts = [
      { ...key, privateKey: `${key.privateKey}ff` },
      { ...key, publicKey: p256.Point.BASE.toHex() },
    ];
    for (const pair of attempts) {
      const error = await (async () => createP256Signer(pair).sign(message))().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StamperError);
      const { message: text, stack, cause } = error as StamperError;
      expect(cause).toBe(undefined);
      for (const shown of [text, stack]) expect(shown).not.toContain(key.privateKey.slice(0, 8));
    }
  });
});

test.each(['text', new Uint16Array(2), new ArrayBuffer(2), null])(
  'error: a message that is not bytes: %j',
  async (wrong) => {
    const signer = createP256Signer(generatePrivateKey('p256').toApiKey());
    const signing = signer.sign(wrong as unknown as Uint8Array);
    await expect(signing).rejects.toMatchObject({ code: 'MALFORMED', part: 'message' });
  },
);
