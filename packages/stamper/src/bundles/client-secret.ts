import { concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { findSubtle } from '../native/subtle.ts';
import { clientSecretKeyLabel } from '../protocol.ts';
import { StamperError } from '../stamper-error.ts';
import { importAgreementKey, importAgreementPoint } from './agreement-key.ts';
import { requireBundleText } from './bundle-text.ts';
import { wiped } from './wiped.ts';

const part = 'encryptedClientSecret';
const nonceLength = 12;
const pointLength = 65;
/** The nonce, the ephemeral key, and the length of the ciphertext as 32 bits, little-endian: borsh. */
const headerLength = nonceLength + pointLength + 4;
const longestSecret = 8192;

/**
 * Seals the client secret of an OAuth 2.0 application to the service's key for client secrets.
 *
 * This is not HPKE: the protocol defines a separate envelope. The envelope does not identify its sender.
 */
export async function sealClientSecret(clientSecret: string, servicePublicKey: string): Promise<string> {
  findSubtle();
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(nonceLength));
  const receiver = p256Keys.parsePublicKey(servicePublicKey, 'servicePublicKey');
  const plaintext = encodeUtf8(clientSecret, 'clientSecret');
  if (plaintext.length > longestSecret) {
    throw new StamperError('MALFORMED', 'clientSecret', `is longer than ${longestSecret} bytes`);
  }
  return wiped(plaintext, async () =>
    encodeHex(await sealEnvelope(plaintext, receiver, p256Keys.generatePrivateKey(), nonce)),
  );
}

/** Opens a client secret with the service's key. */
export async function openClientSecret(encryptedClientSecret: string, serviceKey: PrivateKey): Promise<string> {
  requireBundleText(encryptedClientSecret, part);
  const envelope = decodeHex(encryptedClientSecret, part);
  if (envelope.length < headerLength) throw new StamperError('MALFORMED', part, 'is too short');
  const nonce = envelope.subarray(0, nonceLength);
  const point = envelope.subarray(nonceLength, nonceLength + pointLength);
  const ciphertext = envelope.subarray(headerLength);
  const length = new DataView(envelope.buffer).getUint32(nonceLength + pointLength, true);
  if (length !== ciphertext.length) throw new StamperError('MALFORMED', part, 'does not have its stated length');
  const ephemeral = p256Keys.parsePublicKey(encodeHex(point), part);
  const shared = await agree(serviceKey, ephemeral, 'serviceKey');
  const { key, algorithm } = await cipher(ephemeral, serviceKey.publicKey, shared, nonce);
  let plaintext: ArrayBuffer;
  try {
    plaintext = await findSubtle().decrypt(algorithm, key, ciphertext);
  } catch {
    throw new StamperError('DECRYPTION_FAILED', part, 'cannot be decrypted with this key');
  }
  return wiped(new Uint8Array(plaintext), (bytes) => decodeUtf8(bytes, part));
}

/** The envelope with a given ephemeral key and nonce, for test vectors. Neither may be used twice. */
export async function sealEnvelope(
  plaintext: Uint8Array<ArrayBuffer>,
  receiver: PublicKey,
  ephemeral: PrivateKey,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const shared = await agree(ephemeral, receiver, 'ephemeral');
  const { key, algorithm } = await cipher(ephemeral.publicKey, receiver, shared, nonce);
  const ciphertext = new Uint8Array(await findSubtle().encrypt(algorithm, key, plaintext));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, ciphertext.length, true);
  return concatBytes(nonce, ephemeral.publicKey.uncompressed, length, ciphertext);
}

/** The x coordinate that both sides share. */
async function agree(own: PrivateKey, other: PublicKey, ownPart: string): Promise<Uint8Array> {
  const { privateKey } = await importAgreementKey(own, ownPart);
  const peer = await importAgreementPoint(other);
  return new Uint8Array(await findSubtle().deriveBits({ name: 'ECDH', public: peer }, privateKey, 256));
}

async function cipher(
  { uncompressed: ephemeral }: PublicKey,
  { uncompressed: receiver }: PublicKey,
  shared: Uint8Array,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<{ key: CryptoKey; algorithm: AesGcmParams }> {
  const secret = await deriveKey(concatBytes(ephemeral, receiver, shared));
  const key = await findSubtle().importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
  secret.fill(0);
  const pointEnd = Uint8Array.of(pointLength);
  const additionalData = concatBytes(ephemeral, pointEnd, receiver, pointEnd);
  return { key, algorithm: { name: 'AES-GCM', iv: nonce, additionalData } };
}

/** The first half of the HMAC-SHA-512 of the protocol's label. */
async function deriveKey(material: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const hmac = { name: 'HMAC', hash: 'SHA-512' };
  const key = await findSubtle().importKey('raw', material, hmac, false, ['sign']);
  material.fill(0);
  return new Uint8Array(await findSubtle().sign(hmac, key, new TextEncoder().encode(clientSecretKeyLabel)), 0, 32);
}
