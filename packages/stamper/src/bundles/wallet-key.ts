import { requireBytes } from '../encoding/bytes.ts';
import { StamperError } from '../stamper-error.ts';

/** Refuses anything but 32 bytes, the length of a private key on every curve that wallets use. */
export function requireKeyLength(privateKey: Uint8Array, part: string): void {
  if (requireBytes(privateKey, part).length === 32) return;
  throw new StamperError('MALFORMED', part, 'is not 32 bytes of private key');
}

/** Returns the opened bytes if there are 32; wipes them if they are something else, such as a mnemonic. */
export function openedKey(plaintext: Uint8Array<ArrayBuffer>, part: string): Uint8Array<ArrayBuffer> {
  if (plaintext.length !== 32) plaintext.fill(0);
  requireKeyLength(plaintext, part);
  return plaintext;
}
