import { native } from '#native';
import { encodeBase64Url } from '../../encoding/base64url.ts';
import { concatBytes, equalBytes, requireBytes } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { judge, StamperError, type Verdict } from '../../stamper-error.ts';
import { webAuthnChallenge } from '../../webauthn-challenge.ts';
import { checkUser, parseAuthenticatorData } from './authenticator-data.ts';
import { checkClientData, isAtOrBelow, parseClientData, type WebAuthnPolicy } from './client-data.ts';
import type { CredentialKey } from './cose-key.ts';
import type { WebAuthnStamp } from './webauthn-stamp.ts';

/** A registered passkey, as the server stored it. */
export interface StoredCredential {
  readonly credentialId: string;
  readonly key: CredentialKey;
  readonly rpId: string;
  readonly signCount: number;
}

/** A request as received with a passkey stamp, the passkey that the stamp names, and the policy. */
export interface Assertion {
  readonly stamp: WebAuthnStamp;
  /** The bytes as received, before any parsing. */
  readonly body: Uint8Array;
  readonly credential: StoredCredential;
  readonly policy: WebAuthnPolicy;
}

/** The result of verifying a passkey stamp. */
export interface VerifiedAssertion {
  /** The counter to store: it never goes back. */
  readonly signCount: number;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly origin: string;
}

/**
 * Verifies that a passkey stamped exactly this body (WebAuthn 7.2).
 *
 * @example
 * const decoded = decodeWebAuthnStamp(header);
 * if (!decoded.ok) throw decoded.error;
 * const { stamp } = decoded;
 * const verdict = await verifyAssertion({ stamp, body, credential, policy: { userVerification: 'preferred' } });
 */
export function verifyAssertion({ stamp, body, credential, policy }: Assertion): Promise<Verdict<VerifiedAssertion>> {
  return judge(async () => {
    // Copies, made immediately, so that the bytes parsed below are the bytes hashed and verified later.
    const own = {
      credentialId: stamp.credentialId,
      authenticatorData: Uint8Array.from(requireBytes(stamp.authenticatorData, 'stamp.authenticatorData')),
      clientDataJson: Uint8Array.from(requireBytes(stamp.clientDataJson, 'stamp.clientDataJson')),
      signature: Uint8Array.from(requireBytes(stamp.signature, 'stamp.signature')),
    };
    return checkAssertion(own, await webAuthnChallenge(requireBytes(body, 'body')), credential, policy);
  });
}

/** Verifies an assertion over any challenge. */
export async function checkAssertion(
  stamp: WebAuthnStamp,
  challenge: Uint8Array,
  credential: StoredCredential,
  policy: WebAuthnPolicy,
): Promise<VerifiedAssertion> {
  if (stamp.credentialId !== credential.credentialId) {
    throw new StamperError('CREDENTIAL_MISMATCH', 'stamp.credentialId', 'is not the id of the credential');
  }
  const clientData = parseClientData(stamp.clientDataJson, 'stamp.clientDataJson');
  const host = checkClientData(clientData, 'webauthn.get', policy, 'stamp.clientDataJson');
  if (!isAtOrBelow(host, credential.rpId)) {
    throw new StamperError('ORIGIN_NOT_ALLOWED', 'stamp.clientDataJson.origin', 'is outside the relying party');
  }
  if (clientData.challenge !== encodeBase64Url(challenge)) {
    throw new StamperError('CHALLENGE_MISMATCH', 'stamp.clientDataJson.challenge', 'does not match the body');
  }
  const data = parseAuthenticatorData(stamp.authenticatorData, 'stamp.authenticatorData');
  // WebAuthn 6.1: only registrations carry a credential.
  if (data.credential) throw new StamperError('MALFORMED', 'stamp.authenticatorData', 'is from a registration');
  const rpIdHash = await native.sha256(encodeUtf8(credential.rpId, 'credential.rpId'));
  if (!equalBytes(data.rpIdHash, rpIdHash)) {
    throw new StamperError('RP_ID_MISMATCH', 'stamp.authenticatorData', 'is for another relying party');
  }
  checkUser(data, policy, 'stamp.authenticatorData');
  const signed = concatBytes(stamp.authenticatorData, await native.sha256(stamp.clientDataJson));
  if (!(await credential.key.verify(signed, stamp.signature))) {
    throw new StamperError('SIGNATURE_INVALID', 'stamp.signature', 'was not made by the credential');
  }
  // Authenticators without a counter send zero, and some stop counting when their passkeys are synchronised.
  if (data.signCount > 0 && data.signCount <= credential.signCount) {
    throw new StamperError('SIGN_COUNT_REGRESSED', 'stamp.authenticatorData', 'has a counter that did not increase');
  }
  return {
    signCount: Math.max(data.signCount, credential.signCount),
    userVerified: data.userVerified,
    backupEligible: data.backupEligible,
    backedUp: data.backedUp,
    origin: clientData.origin,
  };
}
