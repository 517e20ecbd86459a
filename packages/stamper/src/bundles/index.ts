/**
 * Sealed bundles, both sides of each. Whatever is wrong with a bundle or its key, all of these functions throw a
 * StamperError; none of them ever returns content that was not fully checked.
 */
export type { ApiKey } from '../keys/api-key.ts';
export { p256Keys } from '../keys/p256-keys.ts';
export { createP256Signer, type Signer } from '../keys/p256-signer.ts';
export type { PrivateKey } from '../keys/private-key.ts';
export { StamperError } from '../stamper-error.ts';
export { openClientSecret, sealClientSecret } from './client-secret.ts';
export {
  type ExportOpening,
  type ExportSealing,
  openExportedMnemonic,
  openExportedPrivateKey,
  type PrivateKeyExport,
  sealExportedMnemonic,
  sealExportedPrivateKey,
  type WalletExport,
} from './export.ts';
export {
  type Import,
  type ImportSealing,
  openImportedMnemonic,
  openImportedPrivateKey,
  sealImportedMnemonic,
  sealImportedPrivateKey,
  signImportTarget,
} from './import.ts';
export { type Otp, type OtpAttempt, type OtpSealing, openOtp, sealOtp, signOtpTarget } from './otp.ts';
export { openSessionCredential, sealSessionCredential } from './session-credential.ts';
