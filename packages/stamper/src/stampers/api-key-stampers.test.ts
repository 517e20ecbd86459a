import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Curve, curves } from '../keys/curve.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { exportJwk } from '../keys/private-jwk.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { softwareEd25519, softwareP256 } from '../keys/software.ts';
import { createEd25519Stamper } from './ed25519.ts';
import { createP256Stamper } from './p256.ts';
import { createSecp256k1Stamper } from './secp256k1.ts';

const stampers = { p256: createP256Stamper, secp256k1: createSecp256k1Stamper, ed25519: createEd25519Stamper };
const schemeSuffix = { p256: 'P256', secp256k1: 'SECP256K1', ed25519: 'ED25519' };
const bodies = ['', '{}', '{"name":"Zoë 🔑"}', 'x'.repeat(100_000)];

const read = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString());

function verifies(key: PrivateKey, body: string, signature: string): boolean {
  const { d, ...jwk } = exportJwk(key);
  return verify(
    key.curve === 'ed25519' ? null : 'sha256',
    Buffer.from(body),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'hex'),
  );
}

describe.each(curves)('%s', (curve: Curve) => {
  test('default: OpenSSL verifies the stamp, whose value is bare base64url of three members', async () => {
    const key = generatePrivateKey(curve);
    const stamper = stampers[curve](key.toApiKey());
    for (const body of bodies) {
      const { name, value } = await stamper.stamp(body);
      expect(name).toBe('X-Stamp');
      expect(value).toMatch(/^[A-Za-z0-9_-]+$/);
      const { publicKey, scheme, signature, ...rest } = read(value);
      expect(rest).toEqual({});
      expect(publicKey).toBe(key.publicKey.hex);
      expect(scheme).toMatch(new RegExp(`_${schemeSuffix[curve]}$`));
      expect(verifies(key, body, signature)).toBe(true);
    }
  });

  test('behavior: text is stamped as its UTF-8 bytes', async () => {
    const key = generatePrivateKey(curve);
    const stamper = stampers[curve](key.toApiKey());
    const { value } = await stamper.stamp(new TextEncoder().encode('{"name":"Zoë"}'));
    expect(verifies(key, '{"name":"Zoë"}', read(value).signature)).toBe(true);
  });

  test('error: text that UTF-8 cannot encode', async () => {
    const stamper = stampers[curve](generatePrivateKey(curve).toApiKey());
    await expect(stamper.stamp('{"a":"\ud800"}')).rejects.toMatchObject({ code: 'MALFORMED', part: 'body' });
  });

  test('error: keys that do not belong together', async () => {
    const { publicKey } = generatePrivateKey(curve).toApiKey();
    const { privateKey } = generatePrivateKey(curve).toApiKey();
    const attempt = async () => stampers[curve]({ publicKey, privateKey }).stamp('{}');
    await expect(attempt()).rejects.toMatchObject({ code: 'KEY_MISMATCH', part: 'publicKey' });
  });

  test('error: a malformed key is refused when the stamper is created', () => {
    const { publicKey, privateKey } = generatePrivateKey(curve).toApiKey();
    expect(() => stampers[curve]({ publicKey, privateKey: privateKey.slice(2) })).toThrow('privateKey is not');
    expect(() => stampers[curve]({ publicKey: publicKey.slice(2), privateKey })).toThrow('publicKey is not');
  });
});

const inSoftware = {
  p256: { create: createP256Stamper, curve: softwareP256, name: 'softwareP256' },
  ed25519: { create: createEd25519Stamper, curve: softwareEd25519, name: 'softwareEd25519' },
};

describe.each(['p256', 'ed25519'] as const)('%s in a runtime without crypto', (curve) => {
  const { create, curve: software, name } = inSoftware[curve];

  test('default: signed in JavaScript', async () => {
    const key = generatePrivateKey(curve);
    const { value } = await create(key.toApiKey(), software).stamp('{}');
    expect(verifies(key, '{}', read(value).signature)).toBe(true);
  });

  test('error: keys that do not belong together', async () => {
    const { publicKey } = generatePrivateKey(curve).toApiKey();
    const { privateKey } = generatePrivateKey(curve).toApiKey();
    await expect(create({ publicKey, privateKey }, software).stamp('{}')).rejects.toMatchObject({
      code: 'KEY_MISMATCH',
    });
  });

  test('error: no crypto to sign with, with a remedy', async () => {
    const none = { importSigner: async () => undefined, importVerifier: async () => undefined };
    const stamper = create(generatePrivateKey(curve).toApiKey(), none);
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'CRYPTO_UNAVAILABLE' });
    await expect(stamper.stamp('{}')).rejects.toThrow(`pass ${name}`);
  });
});
