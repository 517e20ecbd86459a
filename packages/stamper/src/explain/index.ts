export { explainApiKeyStamp, type KnownApiKey } from './explain-api-key-stamp.ts';
export { explainAttestedStamp } from './explain-attested-stamp.ts';
export { explainWebAuthnStamp, type KnownPasskey } from './explain-webauthn-stamp.ts';
export type { ExplainedCheck, Explanation } from './explanation.ts';
