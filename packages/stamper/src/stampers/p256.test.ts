import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import { decodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { encodeHex } from '../encoding/hex.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { softwareP256 } from '../keys/software.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { StamperError } from '../stamper-error.ts';
import { decodeApiKeyStamp, verifyApiKeyStamp } from '../verify/api-key-stamp.ts';
import { createVerifier } from '../verify/verifier.ts';
import { createP256Stamper } from './p256.ts';

const body = new TextEncoder().encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');

describe.each([
  ['node', node.p256],
  ['web', web.p256],
  ['software', softwareP256],
] as const)('createP256Stamper by %s', (_, curve) => {
  const key = generatePrivateKey('p256');

  test('default: every stamp verifies, with s in either half', async () => {
    const stamper = createP256Stamper(key.toApiKey(), curve);
    const verifier = await createVerifier(key.publicKey);
    const halves = new Set<boolean>();
    for (let times = 0; times < 64; times++) {
      const text = Uint8Array.of(...body, times);
      const decoded = decodeApiKeyStamp((await stamper.stamp(text)).value);
      if (!decoded.ok) throw decoded.error;
      expect(await verifyApiKeyStamp({ stamp: decoded.stamp, body: text, credential: verifier })).toMatchObject({
        ok: true,
      });
      const s = decodeEcdsaDer(decoded.stamp.signature, 'signature').subarray(32);
      halves.add(p256.Point.Fn.fromBytes(s) > p256.Point.Fn.ORDER / 2n);
    }
    expect(halves.size).toBe(2);
  });

  test('behavior: the stamp has the canonical spelling of the public key, however it was given', async () => {
    const { privateKey } = key.toApiKey();
    const uncompressed = encodeHex(key.publicKey.uncompressed);
    for (const publicKey of [key.publicKey.hex.toUpperCase(), uncompressed, uncompressed.toUpperCase()]) {
      const { value } = await createP256Stamper({ publicKey, privateKey }, curve).stamp(body);
      expect(JSON.parse(Buffer.from(value, 'base64url').toString()).publicKey).toBe(key.publicKey.hex);
    }
  });

  test.each([{}, 5, [1, 2], null, undefined])('error: a body that is neither text nor bytes: %j', async (wrong) => {
    const stamper = createP256Stamper(key.toApiKey(), curve);
    const malformed = new StamperError('MALFORMED', 'body', 'is not bytes');
    await expect(stamper.stamp(wrong as unknown as string)).rejects.toThrow(malformed);
  });
});
