import { requireBytes } from '../encoding/bytes.ts';
import { StamperError } from '../stamper-error.ts';

/** Refuses what is not 32 bytes, the length of a private key on every curve that wallets have. */
export function requireKeyLength(privateKey: Uint8Array, part: string): void {
  if (requireBytes(privateKey, part).length === 32) return;
  throw new StamperError('MALFORMED', part, 'is not 32 bytes of private key');
}

/** What was opened, if it is 32 bytes; wiped if it is something else, such as a mnemonic. */
export function openedKey(plaintext: Uint8Array<ArrayBuffer>, part: string): Uint8Array<ArrayBuffer> {
  if (plaintext.length !== 32) plaintext.fill(0);
  requireKeyLength(plaintext, part);
  return plaintext;
}
