export { parsePublicKey } from '../keys/curve-keys.ts';
export type { PublicKey } from '../keys/public-key.ts';
export { StamperError, type StamperErrorCode, type Verdict } from '../stamper-error.ts';
export { type ApiKeyStamp, decodeApiKeyStamp, verifyApiKeyStamp } from './api-key-stamp.ts';
export { createVerifier, type Verifier } from './verifier.ts';
export * from './webauthn/index.ts';
