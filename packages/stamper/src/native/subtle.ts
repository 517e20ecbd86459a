import { requireBytes } from '../encoding/bytes.ts';
import { StamperError } from '../stamper-error.ts';

/** The SubtleCrypto of this runtime. */
export function findSubtle(): SubtleCrypto {
  const found: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (found) return found;
  throw new StamperError(
    'CRYPTO_UNAVAILABLE',
    'crypto.subtle',
    'is missing: browsers have it on https pages and localhost only',
  );
}

/** The bytes themselves, or a copy of a view on shared memory, which WebCrypto refuses. */
export function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = requireBytes(bytes, 'bytes').buffer instanceof ArrayBuffer;
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
