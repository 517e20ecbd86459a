import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../../public-vectors/read-vectors.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { createPrivateKey, parsePublicKey } from '../keys/curve-keys.ts';
import { hpkeInfo } from '../protocol.ts';
import { open, seal, setupRecipient, setupSender } from './hpke.ts';

const vectors = readVectors('rfc9180');
const bytes = (hex: string) => decodeHex(hex, 'vector');
const hexOf = (buffer: ArrayBuffer) => encodeHex(new Uint8Array(buffer));
const recipient = createPrivateKey('p256', bytes(vectors.skRm));
const ephemeral = createPrivateKey('p256', bytes(vectors.skEm));

/** The suite of RFC 9180 by node:crypto alone: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, base mode. */
const kemSuite = Buffer.from('KEM\x00\x10', 'latin1');
const hpkeSuite = Buffer.from('HPKE\x00\x10\x00\x01\x00\x02', 'latin1');
const none = Buffer.alloc(0);
const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();

function labeledExtract(suite: Uint8Array, salt: Uint8Array, label: string, secret: Uint8Array): Buffer {
  return hmac(salt, Buffer.from('HPKE-v1'), suite, Buffer.from(label), secret);
}

/** RFC 9180, 4. One block of the KDF is enough for every secret here. */
function labeledExpand(suite: Uint8Array, key: Uint8Array, label: string, info: Uint8Array, length: number): Buffer {
  const head = Buffer.from([length >> 8, length & 255]);
  return hmac(key, head, Buffer.from('HPKE-v1'), suite, Buffer.from(label), info, Buffer.of(1)).subarray(0, length);
}

/** RFC 9180, 7.1.3: the first candidate is below the order, but for one key in 2^32. */
function deriveSecretKey(ikm: Uint8Array): string {
  const seed = labeledExtract(kemSuite, none, 'dkp_prk', ikm);
  return labeledExpand(kemSuite, seed, 'candidate', Buffer.of(0), 32).toString('hex');
}

function deriveContext(secretKey: string, peer: string, enc: string, pkR: string, info: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secretKey, 'hex');
  const prk = labeledExtract(kemSuite, none, 'eae_prk', ecdh.computeSecret(peer, 'hex'));
  const shared = labeledExpand(kemSuite, prk, 'shared_secret', bytes(enc + pkR), 32);
  const pskIdHash = labeledExtract(hpkeSuite, none, 'psk_id_hash', none);
  const infoHash = labeledExtract(hpkeSuite, none, 'info_hash', bytes(info));
  const context = Buffer.concat([Buffer.of(0), pskIdHash, infoHash]);
  const secret = labeledExtract(hpkeSuite, shared, 'secret', none);
  return {
    shared,
    key: labeledExpand(hpkeSuite, secret, 'key', context, 32),
    baseNonce: labeledExpand(hpkeSuite, secret, 'base_nonce', context, 12),
  };
}

/** RFC 9180, 5.2: the sequence number in the last bytes of the nonce. */
function nonceOf(baseNonce: Uint8Array, sequence: number): Buffer {
  const nonce = Buffer.from(baseNonce);
  nonce.writeUInt16BE(nonce.readUInt16BE(10) ^ sequence, 10);
  return nonce;
}

function sealByNode(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString('hex');
}

describe('the keys of RFC 9180', () => {
  test('default', () => {
    expect(recipient.publicKey).toEqual(parsePublicKey('p256', vectors.pkRm));
    expect(ephemeral.publicKey).toEqual(parsePublicKey('p256', vectors.pkEm));
    expect([deriveSecretKey(bytes(vectors.ikmR)), deriveSecretKey(bytes(vectors.ikmE))]).toEqual([
      vectors.skRm,
      vectors.skEm,
    ]);
  });
});

describe('the 257 encryptions of RFC 9180', () => {
  test('default: are what a sender seals', async () => {
    const context = await setupSender(recipient.publicKey, bytes(vectors.info), ephemeral);
    expect(hexOf(context.enc)).toBe(vectors.enc);
    const sealed: string[] = [];
    for (const { aad } of vectors.encryptions) sealed.push(hexOf(await context.seal(bytes(vectors.pt), bytes(aad))));
    expect(sealed).toHaveLength(257);
    expect(sealed).toEqual(vectors.encryptions.map(({ ct }) => ct));
  });

  test('default: are what a recipient opens', async () => {
    const encapped = parsePublicKey('p256', vectors.enc);
    const context = await setupRecipient(recipient, encapped, bytes(vectors.info));
    for (const { aad, ct } of vectors.encryptions) {
      expect(hexOf(await context.open(bytes(ct), bytes(aad)))).toBe(vectors.pt);
    }
  });

  test('behavior: are what node:crypto makes by the text of the standard', () => {
    const asSender = deriveContext(vectors.skEm, vectors.pkRm, vectors.enc, vectors.pkRm, vectors.info);
    const asRecipient = deriveContext(vectors.skRm, vectors.enc, vectors.enc, vectors.pkRm, vectors.info);
    expect(asRecipient).toEqual(asSender);
    const { shared, key, baseNonce } = asSender;
    expect(shared.toString('hex')).toBe(vectors.shared_secret);
    expect(key.toString('hex')).toBe(vectors.key);
    expect(baseNonce.toString('hex')).toBe(vectors.base_nonce);
    for (const [sequence, { aad, nonce, ct }] of vectors.encryptions.entries()) {
      expect(nonceOf(baseNonce, sequence).toString('hex')).toBe(nonce);
      expect(sealByNode(key, bytes(nonce), bytes(aad), bytes(vectors.pt))).toBe(ct);
    }
  });

  test('error: another aad, another info, another enc, another order', async () => {
    const encapped = parsePublicKey('p256', vectors.enc);
    const [first, second] = vectors.encryptions;
    if (!first || !second) throw new Error('no vectors');
    const attempt = async (from: typeof encapped, info: string, ct: string, aad: string) =>
      (await setupRecipient(recipient, from, bytes(info))).open(bytes(ct), bytes(aad));
    await expect(attempt(encapped, vectors.info, first.ct, first.aad)).resolves.toBeInstanceOf(ArrayBuffer);
    await expect(attempt(encapped, vectors.info, first.ct, second.aad)).rejects.toThrow();
    await expect(attempt(encapped, `${vectors.info}00`, first.ct, first.aad)).rejects.toThrow();
    await expect(attempt(recipient.publicKey, vectors.info, first.ct, first.aad)).rejects.toThrow();
    await expect(attempt(encapped, vectors.info, second.ct, second.aad)).rejects.toThrow();
  });
});

describe('bundles', () => {
  const info = Buffer.from(hpkeInfo).toString('hex');

  test('default: node:crypto seals the same, under the info and aad of bundles', async () => {
    const plaintext = bytes(vectors.pt);
    const { encappedPublic, ciphertext } = await seal(recipient.publicKey, plaintext, 'bundle', ephemeral);
    const { key, baseNonce } = deriveContext(vectors.skEm, vectors.pkRm, vectors.enc, vectors.pkRm, info);
    expect(encappedPublic).toBe(vectors.enc);
    expect(ciphertext).toBe(sealByNode(key, baseNonce, bytes(vectors.enc + vectors.pkRm), plaintext));
  });

  test('default: each opens what the other sealed under a new key', async () => {
    const { encappedPublic, ciphertext } = await seal(recipient.publicKey, bytes(vectors.pt), 'bundle');
    expect(encappedPublic).not.toBe(vectors.enc);
    const { key, baseNonce } = deriveContext(vectors.skRm, encappedPublic, encappedPublic, vectors.pkRm, info);
    const sealed = bytes(ciphertext);
    const decipher = createDecipheriv('aes-256-gcm', key, baseNonce)
      .setAAD(bytes(encappedPublic + vectors.pkRm))
      .setAuthTag(sealed.subarray(-16));
    expect(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('hex')).toBe(
      vectors.pt,
    );
    const back = sealByNode(key, baseNonce, bytes(encappedPublic + vectors.pkRm), Buffer.from('back'));
    expect(await open(recipient, { encappedPublic, ciphertext: back }, 'bundle')).toEqual(
      Uint8Array.from(Buffer.from('back')),
    );
  });
});
