import { StamperError } from '../stamper-error.ts';

/** The SubtleCrypto of this runtime. `otherwise` tells those who have none what else there is. */
export function findSubtle(otherwise = ''): SubtleCrypto {
  const found: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (found) return found;
  const problem = `is missing: browsers have it on https pages and localhost only${otherwise}`;
  throw new StamperError('CRYPTO_UNAVAILABLE', 'crypto.subtle', problem);
}

/** The bytes themselves, or a copy of a view on shared memory, which WebCrypto refuses. */
export function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // Text or an object is left for WebCrypto to refuse: as a copy it would be no bytes, or zeros, that verify as such.
  const isShared = ArrayBuffer.isView(bytes) && !(bytes.buffer instanceof ArrayBuffer);
  return isShared ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);
}
