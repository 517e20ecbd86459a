import { createCipheriv, createDecipheriv, createECDH, createHmac } from 'node:crypto';
import { hpkeInfo } from '../src/protocol.ts';

// RFC 9180 in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM, a second time, on node:crypto alone.

const kemSuite = Buffer.from('KEM\x00\x10', 'latin1');
const hpkeSuite = Buffer.from('HPKE\x00\x10\x00\x01\x00\x02', 'latin1');
const none = Buffer.alloc(0);

export const protocolInfo = Buffer.from(hpkeInfo);

/** A key of P-256 for one side of an agreement; without a secret, a new one. */
export function agreementSide(secret?: Uint8Array) {
  const side = createECDH('prime256v1');
  if (secret) side.setPrivateKey(secret);
  else side.generateKeys();
  return side;
}

/** RFC 9180, 7.1.3: the first candidate is below the order, but for one key in 2^32. */
export function deriveSecretKey(ikm: Uint8Array): Buffer {
  const seed = labeledExtract(kemSuite, none, 'dkp_prk', ikm);
  return labeledExpand(kemSuite, seed, 'candidate', Buffer.of(0), 32);
}

/** RFC 9180, 4.1 and 5.1, of the x coordinate that both sides share. */
export function keySchedule(shared: Uint8Array, enc: Uint8Array, pkR: Uint8Array, info: Uint8Array) {
  const prk = labeledExtract(kemSuite, none, 'eae_prk', shared);
  const sharedSecret = labeledExpand(kemSuite, prk, 'shared_secret', Buffer.concat([enc, pkR]), 32);
  const pskIdHash = labeledExtract(hpkeSuite, none, 'psk_id_hash', none);
  const context = Buffer.concat([Buffer.of(0), pskIdHash, labeledExtract(hpkeSuite, none, 'info_hash', info)]);
  const secret = labeledExtract(hpkeSuite, sharedSecret, 'secret', none);
  return {
    sharedSecret,
    key: labeledExpand(hpkeSuite, secret, 'key', context, 32),
    baseNonce: labeledExpand(hpkeSuite, secret, 'base_nonce', context, 12),
  };
}

export function sealAead(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function openAead(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, ciphertext: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(aad).setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
}

interface Sealed {
  readonly encappedPublic: string;
  readonly ciphertext: string;
}

interface Sealing {
  readonly info?: Uint8Array;
  readonly aad?: Uint8Array;
  /** The secret of the ephemeral key; without it, a new one. */
  readonly ephemeral?: Uint8Array;
}

/** What bundles carry, sealed to an uncompressed point; each part of it can be made wrong on its own. */
export function nodeSeal(
  target: { readonly uncompressed: Uint8Array },
  plaintext: Uint8Array,
  { info = protocolInfo, ephemeral, aad }: Sealing = {},
): Sealed {
  const side = agreementSide(ephemeral);
  const [enc, pkR] = [side.getPublicKey(), target.uncompressed];
  const { key, baseNonce } = keySchedule(side.computeSecret(pkR), enc, pkR, info);
  const ciphertext = sealAead(key, baseNonce, aad ?? Buffer.concat([enc, pkR]), plaintext);
  return { encappedPublic: enc.toString('hex'), ciphertext: ciphertext.toString('hex') };
}

/** Opens what bundles carry, with the secret of the target key. */
export function nodeOpen(targetKey: Uint8Array, { encappedPublic, ciphertext }: Sealed): Buffer {
  const side = agreementSide(targetKey);
  const enc = Buffer.from(encappedPublic, 'hex');
  const pkR = side.getPublicKey();
  const { key, baseNonce } = keySchedule(side.computeSecret(enc), enc, pkR, protocolInfo);
  return openAead(key, baseNonce, Buffer.concat([enc, pkR]), Buffer.from(ciphertext, 'hex'));
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  return createHmac('sha256', key).update(Buffer.concat(parts)).digest();
}

/** RFC 9180, 4. */
function labeledExtract(suite: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array): Buffer {
  return hmac(salt, Buffer.from('HPKE-v1'), suite, Buffer.from(label), ikm);
}

/** RFC 9180, 4. One block of the KDF is enough for every secret here. */
function labeledExpand(suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number): Buffer {
  const head = Buffer.from([length >> 8, length & 255]);
  return hmac(prk, head, Buffer.from('HPKE-v1'), suite, Buffer.from(label), info, Buffer.of(1)).subarray(0, length);
}
