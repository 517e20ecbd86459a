import { HkdfSha256, KemId, type KemInterface } from '@hpke/core';
import { concatBytes } from '../encoding/bytes.ts';
import { findSubtle } from '../native/subtle.ts';
import { ecdh } from './agreement-key.ts';

const label = (text: string) => new TextEncoder().encode(text);
const secretSize = 32;

/** RFC 9180, 4.1: "KEM" and the identifier of the KEM. */
const suiteId = concatBytes(label('KEM'), Uint8Array.of(0, KemId.DhkemP256HkdfSha256));

/** RFC 9180, 4.1: what both sides make of the agreed point and of the two public keys. */
async function extractAndExpand(agreed: ArrayBuffer, enc: ArrayBuffer, recipient: ArrayBuffer): Promise<ArrayBuffer> {
  const kdf = new HkdfSha256();
  kdf.init(suiteId);
  const context = concatBytes(new Uint8Array(enc), new Uint8Array(recipient));
  const ikm = kdf.buildLabeledIkm(label('eae_prk'), new Uint8Array(agreed));
  return kdf.extractAndExpand(
    new Uint8Array(),
    ikm,
    kdf.buildLabeledInfo(label('shared_secret'), context, secretSize),
    secretSize,
  );
}

const agree = (privateKey: CryptoKey, publicKey: CryptoKey) =>
  findSubtle().deriveBits({ name: 'ECDH', public: publicKey }, privateKey, secretSize * 8);
const serialize = (key: CryptoKey) => findSubtle().exportKey('raw', key);

/**
 * RFC 9180, 4.1: DHKEM(P-256, HKDF-SHA256) in base mode, over the runtime's key agreement.
 *
 * The library's own also derives public keys, and for that brings the arithmetic of three curves into every bundle; here
 * keys always come in pairs.
 */
const kem: Pick<KemInterface, 'id' | 'secretSize' | 'encap' | 'decap'> = {
  id: KemId.DhkemP256HkdfSha256,
  secretSize,
  async encap({ recipientPublicKey, ekm }) {
    const ephemeral = (ekm ?? (await findSubtle().generateKey(ecdh, false, ['deriveBits']))) as CryptoKeyPair;
    const [enc, recipient] = [await serialize(ephemeral.publicKey), await serialize(recipientPublicKey)];
    const agreed = await agree(ephemeral.privateKey, recipientPublicKey);
    return { enc, sharedSecret: await extractAndExpand(agreed, enc, recipient) };
  },
  async decap({ recipientKey, enc }) {
    const { privateKey, publicKey } = recipientKey as CryptoKeyPair;
    const sent = new Uint8Array(enc as Uint8Array<ArrayBuffer>);
    const agreed = await agree(privateKey, await findSubtle().importKey('raw', sent, ecdh, true, []));
    return extractAndExpand(agreed, sent.buffer, await serialize(publicKey));
  },
};

/** The suite asks its KEM for nothing else. */
export const p256Kem = kem as KemInterface;
