/** Keys, and the stampers that sign requests with them. */

export type { ApiKey } from './keys/api-key.ts';
export { type Curve, curves } from './keys/curve.ts';
export type { CurveKeys } from './keys/curve-keys.ts';
export { ed25519Keys } from './keys/ed25519-keys.ts';
export { importApiKey, importPrivateKey } from './keys/import-key.ts';
export { createPrivateKey, generatePrivateKey, parsePublicKey } from './keys/keys-by-curve.ts';
export { p256Keys } from './keys/p256-keys.ts';
export { createP256Signer, type Signer } from './keys/p256-signer.ts';
export { exportPem } from './keys/pem.ts';
export { exportJwk, type PrivateJwk } from './keys/private-jwk.ts';
export type { PrivateKey } from './keys/private-key.ts';
export type { PublicKey } from './keys/public-key.ts';
export { secp256k1Keys } from './keys/secp256k1-keys.ts';
export { softwareEd25519, softwareP256 } from './keys/software.ts';
export type { RawKeyPair, Sign, SigningCurve, Verify } from './native/native-crypto.ts';
export { nonceOfKey } from './nonce-of-key.ts';
export type { Stamp, Stamper } from './stamp.ts';
export { StamperError, type StamperErrorCode, stamperErrorCodes, type Verdict } from './stamper-error.ts';
export { type AttestedStamperOptions, createAttestedStamper } from './stampers/attested.ts';
export { createEd25519Stamper } from './stampers/ed25519.ts';
export { createEip191Stamper, type Eip191Wallet } from './stampers/eip191.ts';
export {
  deleteIndexedDbKey,
  type IndexedDbKeyLocation,
  type IndexedDbStamper,
  listIndexedDbKeys,
  openIndexedDbStamper,
  storeIndexedDbKey,
} from './stampers/indexed-db.ts';
export { createP256Stamper } from './stampers/p256.ts';
export { type AuthenticatorSelection, createPasskey, type Passkey, type PasskeyOptions } from './stampers/passkey.ts';
export type { CredentialSource, PasskeyTransport, RegisteredPasskey } from './stampers/passkey-ceremony.ts';
export { createSecp256k1Stamper } from './stampers/secp256k1.ts';
export { createSolanaStamper, type SolanaWallet } from './stampers/solana.ts';
export { createWebAuthnStamper, type WebAuthnStamper, type WebAuthnStamperOptions } from './stampers/webauthn.ts';
