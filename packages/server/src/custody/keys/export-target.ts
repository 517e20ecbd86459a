import { p256Keys, StamperError } from '@mintmark/stamper/bundles';
import { fieldError } from '../../core/model/api-error.ts';

/** Refuses a key that nothing can be sealed to, before anything is opened for it. */
export function requireExportTarget(targetPublicKey: string): void {
  try {
    p256Keys.parsePublicKey(targetPublicKey, 'parameters.targetPublicKey');
  } catch (error) {
    if (!(error instanceof StamperError)) throw error;
    throw fieldError('parameters.targetPublicKey', 'is not a P-256 public key', 'INVALID_PUBLIC_KEY');
  }
}
