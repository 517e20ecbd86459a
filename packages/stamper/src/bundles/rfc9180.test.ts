import { describe, expect, test } from 'vitest';
import { readVectors } from '../../public-vectors/read-vectors.ts';
import { agreementSide, deriveSecretKey, keySchedule, nodeOpen, nodeSeal, sealAead } from '../../test/node-hpke.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { createPrivateKey, parsePublicKey } from '../keys/keys-by-curve.ts';
import { open, seal, setupRecipient, setupSender } from './hpke.ts';

const vectors = readVectors('rfc9180');
const bytes = (hex: string) => decodeHex(hex, 'vector');
const hexOf = (buffer: ArrayBuffer) => encodeHex(new Uint8Array(buffer));
const recipient = createPrivateKey('p256', bytes(vectors.skRm));
const ephemeral = createPrivateKey('p256', bytes(vectors.skEm));

/** What one side derives from this secret. */
const deriveContext = (secret: string, peer: string, enc: string, info: string) =>
  keySchedule(agreementSide(bytes(secret)).computeSecret(peer, 'hex'), bytes(enc), bytes(vectors.pkRm), bytes(info));

/** RFC 9180, 5.2: the sequence number in the last bytes of the nonce. */
function nonceOf(baseNonce: Uint8Array, sequence: number): Buffer {
  const nonce = Buffer.from(baseNonce);
  nonce.writeUInt16BE(nonce.readUInt16BE(10) ^ sequence, 10);
  return nonce;
}

describe('the keys of RFC 9180', () => {
  test('default', () => {
    expect(recipient.publicKey).toEqual(parsePublicKey('p256', vectors.pkRm));
    expect(ephemeral.publicKey).toEqual(parsePublicKey('p256', vectors.pkEm));
    expect(deriveSecretKey(bytes(vectors.ikmR)).toString('hex')).toBe(vectors.skRm);
    expect(deriveSecretKey(bytes(vectors.ikmE)).toString('hex')).toBe(vectors.skEm);
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
    const asSender = deriveContext(vectors.skEm, vectors.pkRm, vectors.enc, vectors.info);
    const asRecipient = deriveContext(vectors.skRm, vectors.enc, vectors.enc, vectors.info);
    expect(asRecipient).toEqual(asSender);
    const { sharedSecret, key, baseNonce } = asSender;
    expect(sharedSecret.toString('hex')).toBe(vectors.shared_secret);
    expect(key.toString('hex')).toBe(vectors.key);
    expect(baseNonce.toString('hex')).toBe(vectors.base_nonce);
    for (const [sequence, { aad, nonce, ct }] of vectors.encryptions.entries()) {
      expect(nonceOf(baseNonce, sequence).toString('hex')).toBe(nonce);
      expect(sealAead(key, bytes(nonce), bytes(aad), bytes(vectors.pt)).toString('hex')).toBe(ct);
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
  test('default: node:crypto seals the same, under the info and aad of bundles', async () => {
    const sealed = await seal(recipient.publicKey, bytes(vectors.pt), 'bundle', ephemeral);
    expect(sealed.encappedPublic).toBe(vectors.enc);
    expect(sealed).toEqual(nodeSeal(recipient.publicKey, bytes(vectors.pt), { ephemeral: bytes(vectors.skEm) }));
  });

  test('default: each opens what the other sealed under a new key', async () => {
    const sealed = await seal(recipient.publicKey, bytes(vectors.pt), 'bundle');
    expect(sealed.encappedPublic).not.toBe(vectors.enc);
    expect(nodeOpen(recipient.bytes(), sealed).toString('hex')).toBe(vectors.pt);
    const back = nodeSeal(recipient.publicKey, bytes(vectors.pt));
    expect(encodeHex(await open(recipient, back, 'bundle'))).toBe(vectors.pt);
  });
});
