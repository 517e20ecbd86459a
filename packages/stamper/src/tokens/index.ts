/**
 * Tokens and the signatures that use them. Verifying untrusted input returns a Verdict, whose `ok` must be checked before
 * anything else can be read. Signing and invalid keys throw a StamperError.
 */
export { createP256Signer, type Signer } from '../keys/p256-signer.ts';
export { StamperError, type Verdict } from '../stamper-error.ts';
export type { Verifier } from '../verify/verifier.ts';
export type { TokenClock } from './claims.ts';
export {
  buildLoginMessage,
  buildSignupMessage,
  type ClientSignature,
  type SignupUsage,
  signClientMessage,
  type TokenUsage,
  type UsedToken,
  verifyLoginSignature,
  verifySignupSignature,
} from './client-signature.ts';
export { type IdentityClaims, signIdentityToken, verifyIdentityToken } from './identity-token.ts';
export { buildJwks, importJwks, type TokenJwk, toJwk } from './jwks.ts';
export type { TokenSigner, TrustedKeys } from './jws.ts';
export { type SessionClaims, signSessionToken, verifySessionToken } from './session-token.ts';
export { signVerificationToken, type VerificationClaims, verifyVerificationToken } from './verification-token.ts';
