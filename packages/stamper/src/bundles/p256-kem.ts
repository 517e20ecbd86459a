import type { KemId, KemInterface } from '@hpke/core';
import { concatBytes } from '../encoding/bytes.ts';
import { findSubtle } from '../native/subtle.ts';
import { StamperError } from '../stamper-error.ts';
import { ecdh } from './agreement-key.ts';
import { createHpkeKdf } from './hpke-kdf.ts';
import { wiped } from './wiped.ts';

const label = (text: string) => new TextEncoder().encode(text);
/** RFC 9180, 7.1: DHKEM(P-256, HKDF-SHA256). */
const id = 0x0010 satisfies KemId;
const secretSize = 32;
/** RFC 9180, 7.1.1: only the uncompressed form of a point. */
const encSize = 65;

/** RFC 9180, 4.1: "KEM" and the identifier of the KEM. */
const suiteId = concatBytes(label('KEM'), Uint8Array.of(0, id));

/** RFC 9180, 4.1: the secret that both sides derive from the agreed point and the two public keys. */
function extractAndExpand(agreed: ArrayBuffer, enc: ArrayBuffer, recipient: ArrayBuffer): Promise<ArrayBuffer> {
  const kdf = createHpkeKdf();
  kdf.init(suiteId);
  const context = concatBytes(new Uint8Array(enc), new Uint8Array(recipient));
  const info = kdf.buildLabeledInfo(label('shared_secret'), context, secretSize);
  return wiped(new Uint8Array(agreed), (point) =>
    wiped(kdf.buildLabeledIkm(label('eae_prk'), point), (ikm) =>
      kdf.extractAndExpand(new Uint8Array(), ikm, info, secretSize),
    ),
  );
}

const agree = (privateKey: CryptoKey, publicKey: CryptoKey) =>
  findSubtle().deriveBits({ name: 'ECDH', public: publicKey }, privateKey, secretSize * 8);
const serialize = (key: CryptoKey) => findSubtle().exportKey('raw', key);

/** If a sender's key were ignored, the message would seem to come from its holder. */
function refuseSender(key: unknown): void {
  if (key !== undefined) throw new StamperError('MALFORMED', 'senderKey', 'is for an unsupported mode');
}

/**
 * RFC 9180, 4.1: DHKEM(P-256, HKDF-SHA256) in base mode, over the runtime's key agreement.
 *
 * The KEM of the library also derives public keys, which pulls the arithmetic of three curves into every build. Here keys
 * always come in pairs.
 */
const kem: Pick<KemInterface, 'id' | 'secretSize' | 'encap' | 'decap'> = {
  id,
  secretSize,
  async encap({ recipientPublicKey, ekm, senderKey }) {
    refuseSender(senderKey);
    const ephemeral = (ekm ?? (await findSubtle().generateKey(ecdh, false, ['deriveBits']))) as CryptoKeyPair;
    const [enc, recipient] = [await serialize(ephemeral.publicKey), await serialize(recipientPublicKey)];
    const agreed = await agree(ephemeral.privateKey, recipientPublicKey);
    return { enc, sharedSecret: await extractAndExpand(agreed, enc, recipient) };
  },
  async decap({ recipientKey, enc, senderPublicKey }) {
    refuseSender(senderPublicKey);
    const { privateKey, publicKey } = recipientKey as CryptoKeyPair;
    // A copy, so that key agreement and the secret use the same point even if the caller changes the buffer.
    const sent = Uint8Array.from(new Uint8Array(enc as ArrayBuffer));
    if (sent.length !== encSize) throw new StamperError('MALFORMED', 'enc', `is not ${encSize} bytes`);
    const [point, recipient] = [await findSubtle().importKey('raw', sent, ecdh, true, []), await serialize(publicKey)];
    return extractAndExpand(await agree(privateKey, point), sent.buffer, recipient);
  },
};

/** The suite uses no other members of its KEM. */
export const p256Kem = kem as KemInterface;
