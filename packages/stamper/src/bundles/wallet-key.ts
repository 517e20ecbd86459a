import { StamperError } from '../stamper-error.ts';

/** Refuses what is not 32 bytes, the length of a private key on every curve that wallets have. */
export function requireKeyLength(privateKey: Uint8Array, part: string): void {
  if (privateKey.length !== 32) throw new StamperError('MALFORMED', part, 'is not 32 bytes of private key');
}
