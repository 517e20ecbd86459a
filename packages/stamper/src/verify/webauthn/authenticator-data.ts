import { decodeCborPrefix } from '../../encoding/cbor.ts';
import { StamperError } from '../../stamper-error.ts';
import type { WebAuthnPolicy } from './client-data.ts';

/** WebAuthn 6.5.1: the credential that a registration created. */
interface AttestedCredential {
  readonly aaguid: Uint8Array;
  readonly credentialId: Uint8Array;
  /** The bytes of the COSE key. */
  readonly publicKey: Uint8Array;
}

/** WebAuthn 6.1: what the authenticator signs. */
export interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly signCount: number;
  readonly credential: AttestedCredential | undefined;
}

const flag = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedCredential: 0x40,
  extensions: 0x80,
} as const;

const headLength = 37;
const aaguidLength = 16;
/** WebAuthn 4: no credential id is longer. */
const longestCredentialId = 1_023;

/** Reads authenticator data, which must hold exactly what its flags say. */
export function parseAuthenticatorData(bytes: Uint8Array, part: string): AuthenticatorData {
  const malformed = (problem: string) => new StamperError('MALFORMED', part, problem);
  if (bytes.length < headLength) throw malformed('is shorter than authenticator data');
  const flags = bytes[32] ?? 0;
  const has = (bit: number) => (flags & bit) !== 0;
  // WebAuthn 6.1.3: only a credential that can be backed up can be backed up.
  if (has(flag.backedUp) && !has(flag.backupEligible)) throw malformed('is backed up but not eligible for backup');
  let rest = bytes.subarray(headLength);
  let credential: AttestedCredential | undefined;
  if (has(flag.attestedCredential)) {
    const idLength = ((rest[aaguidLength] ?? 0) << 8) | (rest[aaguidLength + 1] ?? 0);
    const idStart = aaguidLength + 2;
    const keyStart = idStart + idLength;
    if (idLength === 0 || idLength > longestCredentialId || rest.length < keyStart) {
      throw malformed('has a credential id of a wrong length');
    }
    const keyEnd = keyStart + decodeCborPrefix(rest.subarray(keyStart), `${part}.credentialPublicKey`).length;
    credential = {
      aaguid: rest.subarray(0, aaguidLength),
      credentialId: rest.subarray(idStart, keyStart),
      publicKey: rest.subarray(keyStart, keyEnd),
    };
    rest = rest.subarray(keyEnd);
  }
  if (has(flag.extensions)) {
    const { value, length } = decodeCborPrefix(rest, `${part}.extensions`);
    if (!(value instanceof Map)) throw malformed('has extensions that are not a map');
    rest = rest.subarray(length);
  }
  if (rest.length > 0) throw malformed('has trailing bytes');
  return {
    rpIdHash: bytes.subarray(0, 32),
    userPresent: has(flag.userPresent),
    userVerified: has(flag.userVerified),
    backupEligible: has(flag.backupEligible),
    backedUp: has(flag.backedUp),
    signCount: new DataView(bytes.buffer, bytes.byteOffset).getUint32(33),
    credential,
  };
}

/** Checks that a user was present, and verified if the policy requires it. */
export function checkUser(data: AuthenticatorData, policy: WebAuthnPolicy, part: string): void {
  if (!data.userPresent) throw new StamperError('USER_NOT_PRESENT', part, 'does not say that a user was present');
  // Any other value, even an unknown one, requires verification.
  if (!data.userVerified && policy.userVerification !== 'preferred') {
    throw new StamperError('USER_NOT_VERIFIED', part, 'does not say that the user was verified');
  }
}
