import { StamperError } from '../stamper-error.ts';

export function keyMismatch(): StamperError {
  return new StamperError('KEY_MISMATCH', 'publicKey', 'does not belong to the private key');
}
