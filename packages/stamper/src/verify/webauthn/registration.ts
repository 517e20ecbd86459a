import { native } from '#native';
import { decodeBase64Url, encodeBase64Url } from '../../encoding/base64url.ts';
import { concatBytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { judge, StamperError, type Verdict } from '../../stamper-error.ts';
import { type AttestationType, checkAttestation, parseAttestationObject } from './attestation.ts';
import { checkUser, parseAuthenticatorData } from './authenticator-data.ts';
import { checkClientData, parseClientData, type WebAuthnPolicy } from './client-data.ts';
import { type CoseAlgorithm, createCredentialKey } from './cose-key.ts';

/** What the browser returned when the passkey was created, in the contract's spelling. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  /** Hints for the browser, which are not authenticated. */
  readonly transports?: readonly string[];
}

/** A passkey to register: its attestation and challenge as in the contract, and the policy. */
export interface Registration {
  readonly attestation: Attestation;
  readonly challenge: string;
  readonly policy: WebAuthnPolicy;
}

/** The result of verifying a registration: store it with the authenticator. */
export interface VerifiedRegistration {
  /** The raw id, as base64url without padding. */
  readonly credentialId: string;
  /** The COSE key, as base64url: {@link createCredentialKey} takes its bytes. */
  readonly publicKey: string;
  readonly algorithm: CoseAlgorithm;
  /** The model that the authenticator claims to be, as base64url of 16 bytes. */
  readonly aaguid: string;
  readonly rpId: string;
  readonly origin: string;
  readonly signCount: number;
  readonly userVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly attestationFormat: string;
  readonly attestationType: AttestationType;
}

const longestChallenge = 256;
const longestCredentialId = 2_048;
const longestClientData = 8_192;
const longestAttestationObject = 65_536;

/**
 * Verifies that a passkey was created with this challenge (WebAuthn 7.1), and finds the relying party that it belongs to.
 *
 * @example
 * const { attestation, challenge } = authenticator;
 * const verdict = await verifyRegistration({ attestation, challenge, policy: { userVerification: 'preferred' } });
 */
export function verifyRegistration(registration: Registration): Promise<Verdict<VerifiedRegistration>> {
  return judge(() => checkRegistration(registration.attestation, registration.challenge, registration.policy));
}

async function checkRegistration(
  attestation: Attestation,
  challenge: string,
  policy: WebAuthnPolicy,
): Promise<VerifiedRegistration> {
  if (!attestation) throw new StamperError('MALFORMED', 'attestation', 'is missing');
  const clientDataJson = decode(attestation.clientDataJson, 'attestation.clientDataJson', longestClientData);
  const clientData = parseClientData(clientDataJson, 'attestation.clientDataJson');
  const host = checkClientData(clientData, 'webauthn.create', policy, 'attestation.clientDataJson');
  checkChallenge(clientData.challenge, challenge);
  const object = parseAttestationObject(
    decode(attestation.attestationObject, 'attestation.attestationObject', longestAttestationObject),
    'attestation.attestationObject',
  );
  const part = 'attestation.attestationObject.authData';
  const data = parseAuthenticatorData(object.authData, part);
  const rpId = await findRpId(host, data.rpIdHash, part);
  checkUser(data, policy, part);
  const { credential } = data;
  if (!credential) throw new StamperError('MALFORMED', part, 'has no credential');
  const claimed = decode(attestation.credentialId, 'attestation.credentialId', longestCredentialId);
  if (!equalBytes(claimed, credential.credentialId) && !equalBytes(claimed, cborOfBytes(credential.credentialId))) {
    throw new StamperError(
      'CREDENTIAL_MISMATCH',
      'attestation.credentialId',
      'is not the id in the attestation object',
    );
  }
  const key = await createCredentialKey(credential.publicKey, `${part}.credentialPublicKey`);
  const signed = concatBytes(object.authData, await native.sha256(clientDataJson));
  const attestationType = await checkAttestation(object, key, signed, 'attestation.attestationObject.attStmt');
  return {
    credentialId: encodeBase64Url(credential.credentialId),
    publicKey: encodeBase64Url(credential.publicKey),
    algorithm: key.algorithm,
    aaguid: encodeBase64Url(credential.aaguid),
    rpId,
    origin: clientData.origin,
    signCount: data.signCount,
    userVerified: data.userVerified,
    backupEligible: data.backupEligible,
    backedUp: data.backedUp,
    attestationFormat: object.format,
    attestationType,
  };
}

/**
 * Compares the bytes: native apps send the challenge in standard base64, and some send a hex text that their passkey
 * library read as base64.
 */
function checkChallenge(signed: string, contract: string): void {
  if (typeof contract !== 'string' || contract === '' || contract.length > longestChallenge) {
    throw new StamperError('MALFORMED', 'challenge', 'is not text of a valid length');
  }
  const expected = decodeBase64Url(contract.replaceAll('+', '-').replaceAll('/', '_'), 'challenge', 'padded');
  if (signed !== encodeBase64Url(expected)) {
    throw new StamperError('CHALLENGE_MISMATCH', 'attestation.clientDataJson.challenge', 'is not the challenge');
  }
}

/**
 * The host of the page or the parent domain that has the hash. A single label is not a relying party, except for localhost:
 * a passkey of a top-level domain would be valid on all of its sites.
 */
async function findRpId(host: string, rpIdHash: Uint8Array, part: string): Promise<string> {
  const labels = host.split('.');
  for (let start = 0; start < labels.length; start++) {
    const rpId = labels.slice(start).join('.');
    if (start === labels.length - 1 && rpId !== 'localhost') break;
    if (equalBytes(await native.sha256(encodeUtf8(rpId, part)), rpIdHash)) return rpId;
  }
  throw new StamperError('RP_ID_MISMATCH', part, 'is for a relying party that does not include the page');
}

/** RFC 8949, 3.1: the id as a CBOR byte string, because some clients send it that way. */
function cborOfBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return concatBytes(Uint8Array.from(head), bytes);
}

function decode(text: string, part: string, longest: number): Uint8Array {
  if (typeof text !== 'string' || text.length > longest) {
    throw new StamperError('MALFORMED', part, 'is not text of a valid length');
  }
  return decodeBase64Url(text, part, 'padded');
}
