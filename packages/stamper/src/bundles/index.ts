/**
 * Sealed bundles, with the functions of both sides. They throw a StamperError for every fault of a bundle or its key, and
 * never return content that was not fully checked.
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
