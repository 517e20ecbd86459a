import { judge } from '../stamper-error.ts';
import {
  createCredentialKey,
  decodeWebAuthnStamp,
  type StoredCredential,
  verifyAssertion,
  type WebAuthnPolicy,
  type WebAuthnStamp,
} from '../verify/webauthn/index.ts';
import { bodyVariants } from './body-variants.ts';
import { type CheckStep, type Explanation, explainChecks, type Failure } from './explanation.ts';

/** What was stored about the passkey when it was registered. */
export interface KnownPasskey {
  /** The COSE key, in base64url. */
  readonly publicKey: string;
  readonly rpId: string;
  /** Taken from the stamp if it is not known. */
  readonly credentialId?: string | undefined;
}

const steps: readonly CheckStep[] = [
  {
    check: 'the header is JSON, or base64url of it, with authenticatorData, clientDataJson, credentialId and signature',
    codes: ['MALFORMED'],
  },
  {
    check: 'the registered public key is a COSE key of ES256, EdDSA or RS256',
    codes: ['MALFORMED', 'INVALID_KEY', 'ALGORITHM_NOT_ALLOWED', 'CRYPTO_UNAVAILABLE'],
  },
  { check: 'the credential is the registered one', codes: ['CREDENTIAL_MISMATCH'] },
  { check: 'the client data is well-formed', codes: ['MALFORMED'], part: 'stamp.clientDataJson' },
  { check: 'the ceremony is webauthn.get', codes: ['CEREMONY_MISMATCH'] },
  { check: 'the page was not in a frame of another origin', codes: ['CROSS_ORIGIN'] },
  { check: 'the origin is allowed, and at or below the relying party', codes: ['ORIGIN_NOT_ALLOWED'] },
  { check: 'the challenge matches this body', codes: ['CHALLENGE_MISMATCH'] },
  { check: 'the authenticator data is well-formed', codes: ['MALFORMED'], part: 'stamp.authenticatorData' },
  { check: 'the authenticator data is for the relying party', codes: ['RP_ID_MISMATCH'] },
  { check: 'a user was present', codes: ['USER_NOT_PRESENT'] },
  { check: 'the user was verified, if required', codes: ['USER_NOT_VERIFIED'] },
  { check: 'the signature was made by the passkey', codes: ['SIGNATURE_INVALID'] },
];

/** Explains which check of an X-Stamp-WebAuthn header fails, and why. */
export async function explainWebAuthnStamp(
  value: string,
  body: Uint8Array,
  known: KnownPasskey,
  policy: WebAuthnPolicy = { userVerification: 'preferred' },
): Promise<Explanation> {
  const decoded = decodeWebAuthnStamp(value);
  if (!decoded.ok) return explanation({ error: decoded.error, after: 0 });
  const { stamp } = decoded;
  const notes = known.credentialId ? [] : ['assumed: the registered passkey is the one that the stamp names'];
  const cose = await judge(async () => ({
    key: await createCredentialKey(known.publicKey),
  }));
  if (!cose.ok) return explanation({ error: cose.error, after: 1 }, notes);
  // The stored counter is not used: a counter that went back is no fault of the stamp.
  const credential = {
    credentialId: stamp.credentialId,
    signCount: 0,
    rpId: known.rpId,
    key: cose.key,
    ...idOf(known),
  };
  const verdict = await verifyAssertion({ stamp, body, credential, policy });
  if (verdict.ok) {
    const counter = `not checked: whether the passkey's counter, ${verdict.signCount}, is above the stored one`;
    return explanation(undefined, verdict.signCount > 0 ? [...notes, counter] : notes);
  }
  const guesses = verdict.error.code === 'CHALLENGE_MISMATCH' ? await guess(stamp, body, credential, policy) : [];
  return explanation({ error: verdict.error, after: 2 }, [...notes, ...guesses]);
}

/** As spelled in stamps. */
function idOf({ credentialId }: KnownPasskey): { credentialId?: string } {
  return credentialId === undefined ? {} : { credentialId: credentialId.replace(/=+$/, '') };
}

function explanation(failure?: Failure, notes: readonly string[] = []): Explanation {
  return { ok: !failure, checks: explainChecks(steps, failure), notes };
}

async function guess(
  stamp: WebAuthnStamp,
  body: Uint8Array,
  credential: StoredCredential,
  policy: WebAuthnPolicy,
): Promise<string[]> {
  const notes: string[] = [];
  for (const [change, changed] of bodyVariants(body)) {
    const verdict = await verifyAssertion({ stamp, body: changed, credential, policy });
    if (verdict.ok || verdict.error.code !== 'CHALLENGE_MISMATCH')
      notes.push(`the challenge matches the body ${change}`);
  }
  return notes;
}
