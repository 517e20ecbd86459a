import type { KdfId, KdfInterface } from '@hpke/core';
import { concatBytes } from '../encoding/bytes.ts';
import { findSubtle } from '../native/subtle.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** RFC 9180, 7.2: HKDF-SHA256. */
const id = 0x0001 satisfies KdfId;
const hash = 'SHA-256';
const hashSize = 32;

/**
 * RFC 9180, 4: HKDF-SHA256 with labels, over the runtime's HMAC and HKDF.
 *
 * The library's own is written for three hash functions and several times the size.
 */
export function createHpkeKdf(): KdfInterface {
  let prefix: Bytes;
  const buildLabeledIkm = (label: Uint8Array, ikm: Uint8Array) => concatBytes(prefix, label, ikm);
  const kdf: Omit<KdfInterface, 'extract' | 'expand' | 'labeledExpand'> = {
    id,
    hashSize,
    init(suiteId) {
      prefix = concatBytes(new TextEncoder().encode('HPKE-v1'), suiteId);
    },
    buildLabeledIkm,
    buildLabeledInfo: (label, info, length) => concatBytes(Uint8Array.of(0, length), prefix, label, info),
    async labeledExtract(salt, label, ikm) {
      // HMAC fills a key up with zeros, and some runtimes refuse an empty one.
      const secret = new Uint8Array(hashSize);
      secret.set(salt as Bytes);
      const key = await findSubtle().importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign']);
      return findSubtle().sign('HMAC', key, buildLabeledIkm(label, ikm));
    },
    async extractAndExpand(salt, ikm, info, length) {
      const key = await findSubtle().importKey('raw', ikm as Bytes, 'HKDF', false, ['deriveBits']);
      const parameters = { name: 'HKDF', hash, salt: salt as Bytes, info: info as Bytes };
      return findSubtle().deriveBits(parameters, key, length * 8);
    },
  };
  // The suite and the KEM ask for nothing else: what would is `export`, which is not offered.
  return kdf as KdfInterface;
}
