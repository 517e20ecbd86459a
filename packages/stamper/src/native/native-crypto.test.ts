import { createHash, generateKeyPairSync, sign as signByNode } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decodeBase64Url } from '../encoding/base64url.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { native as node } from './node.ts';
import { native as web } from './web.ts';

const implementations = { node, web };
const names = ['node', 'web'] as const;
const pairs = names.flatMap((signer) => names.map((verifier) => [signer, verifier] as const));
const message = new TextEncoder().encode('{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}');

/** Messages can be in any kind of memory. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length + 3)).subarray(3);
  copy.set(bytes);
  return copy;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(['p256', 'ed25519'] as const)('%s', (curve) => {
  const key = generatePrivateKey(curve);
  const pair = { privateKey: key.bytes(), publicKey: key.publicKey.uncompressed };

  test.each(pairs)('default: %s signs, %s verifies', async (signer, verifier) => {
    const sign = await implementations[signer][curve].importSigner(pair);
    const verify = await implementations[verifier][curve].importVerifier(pair.publicKey);
    for (const text of [message, new Uint8Array(), shared(message), Buffer.from('a view of a larger pool')]) {
      const signature = await sign?.(text);
      expect(signature).toBeInstanceOf(Uint8Array);
      expect(signature).toHaveLength(64);
      expect(await verify?.(text, signature as Uint8Array)).toBe(true);
      expect(await verify?.(text, shared(signature as Uint8Array))).toBe(true);
      expect(await verify?.(Uint8Array.of(...text, 0), signature as Uint8Array)).toBe(false);
    }
  });

  test.each(names)('behavior: %s does not keep the private key that was given', async (name) => {
    const given = { ...pair, privateKey: Uint8Array.from(pair.privateKey) };
    const sign = await implementations[name][curve].importSigner(given);
    given.privateKey.fill(0);
    const verify = await implementations[name][curve].importVerifier(pair.publicKey);
    expect(await verify?.(message, (await sign?.(message)) as Uint8Array)).toBe(true);
  });

  test.each(names)('error: %s refuses a signature with any one bit changed', async (name) => {
    const sign = await implementations[name][curve].importSigner(pair);
    const verify = await implementations[name][curve].importVerifier(pair.publicKey);
    const signature = (await sign?.(message)) as Uint8Array;
    for (let bit = 0; bit < 512; bit += 5) {
      const changed = Uint8Array.from(signature, (byte, index) =>
        index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      );
      expect(await verify?.(message, changed)).toBe(false);
    }
  });
});

describe('secp256k1', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Uint8Array.of(4, ...decodeBase64Url(x, 'x'), ...decodeBase64Url(y, 'y'));

  test('default: node verifies, web does not support it', async () => {
    const verify = await node.secp256k1.importVerifier(point);
    const signature = signByNode('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(await verify?.(message, signature)).toBe(true);
    expect(await verify?.(new Uint8Array(), signature)).toBe(false);
    expect(await web.secp256k1.importVerifier(point)).toBe(undefined);
  });
});

describe('rs256', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const key = { n: decodeBase64Url(n, 'n'), e: decodeBase64Url(e, 'e') };

  test.each(names)('default: %s', async (name) => {
    const verify = await implementations[name].rs256.importVerifier(key);
    const signature = signByNode('sha256', message, privateKey);
    expect(await verify?.(message, signature)).toBe(true);
    expect(await verify?.(new Uint8Array(), signature)).toBe(false);
    expect(await verify?.(message, signature.subarray(1))).toBe(false);
    expect(await verify?.(message, signByNode('sha512', message, privateKey))).toBe(false);
  });
});

describe('sha256', () => {
  test.each(names)('default: %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const digest = Uint8Array.from(createHash('sha256').update(bytes).digest());
        expect(await implementations[name].sha256(bytes)).toEqual(digest);
        expect(await implementations[name].sha256(shared(bytes))).toEqual(digest);
      }),
    );
  });

  test.each(names)('behavior: %s returns new memory', async (name) => {
    expect((await implementations[name].sha256(message)).buffer.byteLength).toBe(32);
  });
});

describe('web without crypto', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Uint8Array.of(4, ...decodeBase64Url(x, 'x'), ...decodeBase64Url(y, 'y'));
  const unavailable = { name: 'StamperError', code: 'CRYPTO_UNAVAILABLE', part: 'crypto.subtle' };

  test.each([
    ['crypto', () => vi.stubGlobal('crypto', undefined)],
    ['crypto.subtle, as on pages without https', () => vi.stubGlobal('crypto', {})],
    [
      'crypto and DOMException',
      () => {
        vi.stubGlobal('crypto', undefined);
        vi.stubGlobal('DOMException', undefined);
      },
    ],
  ])('error: no %s', async (_, remove) => {
    remove();
    expect(await web.p256.importSigner({ privateKey: decodeBase64Url(d, 'd'), publicKey: point })).toBe(undefined);
    expect(await web.p256.importVerifier(point)).toBe(undefined);
    expect(await web.ed25519.importVerifier(new Uint8Array(32))).toBe(undefined);
    await expect(web.sha256(message)).rejects.toMatchObject(unavailable);
  });

  test('behavior: returns undefined for an unknown algorithm, and throws for an invalid key', async () => {
    const importKey = () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'));
    vi.stubGlobal('crypto', { subtle: { importKey } });
    expect(await web.ed25519.importVerifier(new Uint8Array(32))).toBe(undefined);
    expect(await web.p256.importSigner({ privateKey: new Uint8Array(32), publicKey: point })).toBe(undefined);
    vi.unstubAllGlobals();
    await expect(web.p256.importVerifier(new Uint8Array(65))).rejects.toThrow();
    await expect(node.p256.importVerifier(new Uint8Array(65))).rejects.toThrow();
  });
});
