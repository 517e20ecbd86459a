import { pbkdf2Sync } from 'node:crypto';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import { normalizeNfkd } from './nfkd.ts';

/**
 * Derives the seed of 64 bytes from a phrase as `readPhrase` and `writePhrase` give it (BIP-39). The caller wipes it. Undefined
 * if the passphrase is not UTF-8. It takes milliseconds: call it in a thread.
 */
export function deriveSeed(phrase: Uint8Array, passphrase: Uint8Array = new Uint8Array()): Buffer | undefined {
  const normalized = normalizeNfkd(passphrase);
  if (!normalized) return undefined;
  const salt = createSecretBuffer(prefix.length + normalized.length);
  try {
    salt.set(prefix);
    salt.set(normalized, prefix.length);
    return pbkdf2Sync(phrase, salt, 2048, 64, 'sha512');
  } finally {
    normalized.fill(0);
    salt.fill(0);
  }
}

const prefix = Buffer.from('mnemonic');
