export { type Assertion, type StoredCredential, type VerifiedAssertion, verifyAssertion } from './assertion.ts';
export type { AttestationType } from './attestation.ts';
export type { WebAuthnPolicy } from './client-data.ts';
export { type CoseAlgorithm, type CredentialKey, createCredentialKey } from './cose-key.ts';
export { type Attestation, type Registration, type VerifiedRegistration, verifyRegistration } from './registration.ts';
export { decodeWebAuthnStamp, type WebAuthnStamp } from './webauthn-stamp.ts';
