/**
 * The server's half of stamping. What comes with a request is decoded and verified into a Verdict, of which `ok` has to be
 * asked before anything else can be read; only keys that are no keys throw a StamperError, where they are read.
 */
export type { Curve } from '../keys/curve.ts';
export { parsePublicKey } from '../keys/keys-by-curve.ts';
export type { PublicKey } from '../keys/public-key.ts';
export type { StampScheme } from '../protocol.ts';
export { StamperError, type StamperErrorCode, type Verdict } from '../stamper-error.ts';
export { type ApiKeyStamp, decodeApiKeyStamp, type StampedRequest, verifyApiKeyStamp } from './api-key-stamp.ts';
export { createVerifier, type Verifier } from './verifier.ts';
export * from './webauthn/index.ts';
