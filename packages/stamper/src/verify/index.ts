/**
 * The server's side of stamping. Decoding and verifying a request returns a Verdict, whose `ok` must be checked before
 * anything else can be read. Only parsing an invalid key throws a StamperError.
 */
export type { Curve } from '../keys/curve.ts';
export { parsePublicKey } from '../keys/keys-by-curve.ts';
export type { PublicKey } from '../keys/public-key.ts';
export { nonceOfKey } from '../nonce-of-key.ts';
export type { AttestedScheme, StampScheme } from '../protocol.ts';
export { StamperError, type StamperErrorCode, type Verdict } from '../stamper-error.ts';
export { type ApiKeyStamp, decodeApiKeyStamp, type StampedRequest, verifyApiKeyStamp } from './api-key-stamp.ts';
export {
  type AttestedStamp,
  decodeAttestedStamp,
  type KeyClaims,
  verifyAttestationBinding,
  verifyAttestedStamp,
} from './attested-stamp.ts';
export { createVerifier, type Verifier } from './verifier.ts';
export * from './webauthn/index.ts';
