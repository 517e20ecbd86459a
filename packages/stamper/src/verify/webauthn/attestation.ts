import { type CborMap, type CborValue, decodeCbor } from '../../encoding/cbor.ts';
import { StamperError } from '../../stamper-error.ts';
import { type CredentialKey, coseAlgorithms } from './cose-key.ts';

/** WebAuthn 6.5.4. */
export interface AttestationObject {
  readonly format: string;
  readonly statement: CborValue;
  readonly authData: Uint8Array;
}

/**
 * What the statement proves. `none`: there is no statement. `self`: its signer holds the credential's key. `unverified`:
 * nothing, because no attestation authority is trusted.
 */
export type AttestationType = 'none' | 'self' | 'unverified';

/** WebAuthn 8.1: the identifiers of formats are up to 32 printable ASCII characters without quote and backslash. */
const formatIdentifier = /^[!#-[\]-~]{1,32}$/;

export function parseAttestationObject(bytes: Uint8Array, part: string): AttestationObject {
  const object = decodeCbor(bytes, part);
  const malformed = (member: string) =>
    new StamperError('MALFORMED', `${part}.${member}`, 'is missing or has the wrong type');
  if (!(object instanceof Map)) throw new StamperError('MALFORMED', part, 'is not a map');
  const [fmt, attStmt, authData] = ['fmt', 'attStmt', 'authData'].map((member) => object.get(member));
  if (typeof fmt !== 'string' || !formatIdentifier.test(fmt)) throw malformed('fmt');
  if (attStmt === undefined) throw malformed('attStmt');
  if (!(authData instanceof Uint8Array)) throw malformed('authData');
  return { format: fmt, statement: attStmt, authData };
}

/** Checks the statements that need no attestation authority (WebAuthn 8.2, 8.7). The others identify the manufacturer. */
export async function checkAttestation(
  { format, statement }: AttestationObject,
  key: CredentialKey,
  signed: Uint8Array,
  part: string,
): Promise<AttestationType> {
  if (format !== 'none' && format !== 'packed') return 'unverified';
  if (!(statement instanceof Map)) throw new StamperError('MALFORMED', part, 'is not a map');
  if (format === 'packed') return checkPacked(statement, key, signed, part);
  if (statement.size > 0) throw new StamperError('MALFORMED', part, 'is not empty');
  return 'none';
}

async function checkPacked(
  statement: CborMap,
  key: CredentialKey,
  signed: Uint8Array,
  part: string,
): Promise<AttestationType> {
  const algorithm = statement.get('alg');
  const signature = statement.get('sig');
  const certificates = statement.get('x5c');
  if (typeof algorithm !== 'number' || !(signature instanceof Uint8Array)) {
    throw new StamperError('MALFORMED', part, 'has no algorithm or signature');
  }
  if (certificates !== undefined) {
    if (isCertificates(certificates)) return 'unverified';
    throw new StamperError('MALFORMED', `${part}.x5c`, 'is not a list of certificates');
  }
  if (statement.size !== 2) throw new StamperError('MALFORMED', part, 'has members other than alg and sig');
  if (algorithm !== coseAlgorithms[key.algorithm]) {
    throw new StamperError('ALGORITHM_NOT_ALLOWED', `${part}.alg`, 'is not the algorithm of the credential');
  }
  if (!(await key.verify(signed, signature))) {
    throw new StamperError('SIGNATURE_INVALID', `${part}.sig`, 'was not made by the credential');
  }
  return 'self';
}

function isCertificates(value: CborValue): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Uint8Array);
}
