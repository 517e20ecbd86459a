/**
 * The constants of the wire protocol. Some were coined by the vendor whose API family this is; every client of the family
 * has them compiled in, so they are spelled here exactly and nowhere else.
 */

import type { Curve } from './keys/curve.ts';

/** The header that carries an API-key stamp. */
export const apiKeyStampHeader = 'X-Stamp';

/** The header that carries a passkey stamp. */
export const webAuthnStampHeader = 'X-Stamp-WebAuthn';

/** The header that carries an attested stamp. */
export const attestedStampHeader = 'X-Stamp-Attested';

/** The signature schemes of API-key stamps. */
export const stampSchemes = {
  p256: 'SIGNATURE_SCHEME_TK_API_P256',
  secp256k1: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
  ed25519: 'SIGNATURE_SCHEME_TK_API_ED25519',
  eip191: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
} as const;

export type StampScheme = (typeof stampSchemes)[keyof typeof stampSchemes];

/** The schemes that a key of each curve may stamp with. The curve stored with the key decides, not the stamp. */
export const schemesOfCurve: { readonly [C in Curve]: readonly StampScheme[] } = {
  p256: [stampSchemes.p256],
  secp256k1: [stampSchemes.secp256k1, stampSchemes.eip191],
  ed25519: [stampSchemes.ed25519],
};

/** The schemes of attested stamps: which kind of token attests the key. */
export const attestedSchemes = {
  verificationToken: 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN',
  oidcToken: 'STAMP_ATTESTED_SCHEME_P256_OIDC',
} as const;

export type AttestedScheme = (typeof attestedSchemes)[keyof typeof attestedSchemes];

/** The claims of an OIDC token that can name a key. Some issuers let an app choose only the second. */
export const nonceClaims = ['nonce', 'tknonce'] as const;

/** The scheme of a vote that was stamped with a passkey. */
export const webAuthnVoteScheme = 'SIGNATURE_SCHEME_TK_WEBAUTHN';

/** The scheme of a vote that was stamped with an attested key. */
export const attestedVoteScheme = 'SIGNATURE_SCHEME_TK_ATTESTED_P256';

/** The scheme of a client signature. */
export const clientSignatureScheme = 'CLIENT_SIGNATURE_SCHEME_API_P256';

/** The `info` of every HPKE bundle. */
export const hpkeInfo = 'turnkey_hpke';

/** The label that the key of a client-secret envelope is derived from. */
export const clientSecretKeyLabel = 'qos_encryption_hmac_message';

/** The version of the signed messages that carry bundles. */
export const signedMessageVersion = 'v1.0.0';

/** The member of a signed message that names its signer's public key. */
export const signedMessageSigner = 'enclaveQuorumPublic';

/** The uses of a verification token that a client signature can name. */
export const tokenUsageTypes = { login: 'USAGE_TYPE_LOGIN', signup: 'USAGE_TYPE_SIGNUP' } as const;

/** The scheme of an app proof: the second point of the ephemeral key signs. */
export const appProofScheme = 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256';

/** The types of app proofs. */
export const appProofTypes = {
  addressDerivation: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
  policyOutcome: 'APP_PROOF_TYPE_POLICY_OUTCOME',
} as const;

/** What the signature of a boot proof covers before its statement, so that it can be no other message of the same key. */
export const bootStatementContext = 'mintmark boot proof, version 1\n';
