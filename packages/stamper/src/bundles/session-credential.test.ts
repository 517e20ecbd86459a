import { afterEach, describe, expect, test, vi } from 'vitest';
import { flipped, secp256k1Key, stranger, target, uncompressed } from '../../test/bundle-parties.ts';
import { errorOf, failure, shown } from '../../test/failure.ts';
import { nodeOpen, nodeSeal } from '../../test/node-hpke.ts';
import { wiped } from '../../test/wiped.ts';
import { decodeBase58Check, encodeBase58Check } from '../encoding/base58.ts';
import { generatePrivateKey, parsePublicKey } from '../keys/keys-by-curve.ts';
import { openSessionCredential, sealSessionCredential } from './session-credential.ts';

/** A credential bundle of any content, by node:crypto. */
function nodeBundle(content: Uint8Array): string {
  const { encappedPublic, ciphertext } = nodeSeal(target.publicKey, content);
  return encodeBase58Check(
    Buffer.concat([parsePublicKey('p256', encappedPublic).bytes, Buffer.from(ciphertext, 'hex')]),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('session credential', () => {
  const sessionKey = generatePrivateKey('p256');

  test('default', async () => {
    const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
    const opened = await openSessionCredential(bundle, target);
    expect(opened.toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('args: the target key in either form', async () => {
    const bundle = await sealSessionCredential(sessionKey, uncompressed(target));
    expect((await openSessionCredential(bundle, target)).toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('behavior: has 33 bytes of compressed point, 48 of ciphertext and a checksum, as node:crypto reads and writes it', async () => {
    const payload = Buffer.from(
      decodeBase58Check(await sealSessionCredential(sessionKey, target.publicKey.hex), 'bundle'),
    );
    expect(payload.length).toBe(81);
    const encappedPublic = Buffer.from(parsePublicKey('p256', payload.subarray(0, 33).toString('hex')).uncompressed);
    const ciphertext = payload.subarray(33).toString('hex');
    const opened = nodeOpen(target.bytes(), { encappedPublic: encappedPublic.toString('hex'), ciphertext });
    expect(opened).toEqual(Buffer.from(sessionKey.bytes()));
    const bundle = nodeBundle(sessionKey.bytes());
    expect((await openSessionCredential(bundle, target)).toApiKey()).toEqual(sessionKey.toApiKey());
  });

  test('error: any byte changed, with a corrected checksum', async () => {
    const payload = Buffer.from(
      decodeBase58Check(await sealSessionCredential(sessionKey, target.publicKey.hex), 'bundle'),
    );
    for (let index = 0; index < 81; index++) {
      const changed = encodeBase58Check(Buffer.from(flipped(payload.toString('hex'), index), 'hex'));
      // The first byte says which of the two points with this x it is: the other one is a point too.
      expect(await failure(openSessionCredential(changed, target))).toMatch(
        /^(DECRYPTION_FAILED credentialBundle\.ciphertext|INVALID_KEY credentialBundle\.encappedPublic)$/,
      );
    }
  });

  test('error: another key, another length, a wrong checksum, no text, far too long', async () => {
    const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
    expect(await failure(openSessionCredential(bundle, stranger))).toBe(
      'DECRYPTION_FAILED credentialBundle.ciphertext',
    );
    expect(await failure(openSessionCredential(encodeBase58Check(new Uint8Array(80)), target))).toBe(
      'MALFORMED credentialBundle',
    );
    const wrong = `${bundle.slice(0, -1)}${bundle.endsWith('1') ? '2' : '1'}`;
    for (const text of [wrong, '', '0', '1'.repeat(1_000_000), undefined as unknown as string]) {
      expect(await failure(openSessionCredential(text, target))).toBe('MALFORMED credentialBundle');
    }
  });

  test('error: content that is not a private key', async () => {
    for (const content of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      expect(await failure(openSessionCredential(nodeBundle(content), target))).toBe('INVALID_KEY credentialBundle');
    }
  });

  test('error: a session key of another curve, a target that is not a key', async () => {
    expect(await failure(sealSessionCredential(secp256k1Key, target.publicKey.hex))).toBe('CURVE_MISMATCH sessionKey');
    expect(await failure(sealSessionCredential(sessionKey, '02ff'))).toBe('MALFORMED targetPublicKey');
  });

  test('behavior: the session key is wiped after sealing and opening, also when they fail', async () => {
    const secret = sessionKey.toApiKey().privateKey;
    const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
    const seal = () => sealSessionCredential(sessionKey, target.publicKey.hex);
    expect(await wiped(seal)).toContain(secret);
    expect(await wiped(() => openSessionCredential(bundle, target))).toContain(secret);
    const tooLarge = 'ff'.repeat(32);
    const unusable = nodeBundle(Buffer.from(tooLarge, 'hex'));
    expect(await wiped(() => openSessionCredential(unusable, target))).toContain(tooLarge);
    vi.stubGlobal('crypto', {});
    expect(await failure(seal)).toBe('CRYPTO_UNAVAILABLE crypto.subtle');
    expect(await wiped(seal)).toContain(secret);
  });

  test('behavior: no error holds the decrypted bytes or the key', async () => {
    const text = shown(await errorOf(openSessionCredential(nodeBundle(new Uint8Array(32).fill(255)), target)));
    expect(text).toContain('credentialBundle is not a private key of p256');
    for (const secret of ['ffffffff', '255, 255', '////////', target.toApiKey().privateKey]) {
      expect(text).not.toContain(secret);
    }
  });
});
