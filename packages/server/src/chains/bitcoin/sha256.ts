import { createHash, hash } from 'node:crypto';

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Hashes the concatenation of the parts twice. */
export function sha256d(...parts: readonly Uint8Array[]): Buffer {
  const first = createHash('sha256');
  for (const part of parts) first.update(part);
  return sha256(first.digest());
}
