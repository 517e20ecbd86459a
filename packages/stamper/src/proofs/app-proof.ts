import { decodeHex } from '../encoding/hex.ts';
import { isObject, parseObject } from '../encoding/json.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import { appProofScheme, appProofTypes } from '../protocol.ts';
import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { createP256Verifier } from '../verify/verifier.ts';

/** An app proof, as answers have it. */
export interface AppProof {
  readonly scheme: string;
  /** An encryption point and a signing point, 65 bytes each, in hex. */
  readonly publicKey: string;
  /** JSON text. The signature covers its exact bytes. */
  readonly proofPayload: string;
  /** r and s, 64 bytes of hex. */
  readonly signature: string;
}

/** That an address was derived from a key of an organization. A private key has no wallet and no path. */
export interface AddressDerivation {
  readonly organizationId: string;
  readonly walletId?: string;
  readonly derivationPath?: string;
  readonly address: string;
}

/** The stamp of a user: what was signed, and with which key. */
export interface UserRequestApproval {
  readonly scheme: string;
  readonly publicKey: string;
  readonly message: string;
  readonly signature: string;
}

/** What was decided about an activity, and which data and approvals the decision is based on. */
export interface PolicyOutcome {
  readonly organizationId: string;
  readonly outcome: string;
  readonly decisionContextDigest: string;
  readonly organizationDataDigest: string;
  /** Empty if the parent of the organization had no part in the decision. */
  readonly parentOrganizationDataDigest: string;
  readonly userRequestApprovals: readonly UserRequestApproval[];
}

export type AppProofPayload = { readonly timestampMs: string } & (
  | { readonly type: typeof appProofTypes.addressDerivation; readonly addressDerivationProof: AddressDerivation }
  | { readonly type: typeof appProofTypes.policyOutcome; readonly policyOutcomeProof: PolicyOutcome }
);

const pointLength = 130;
const signatureLength = 128;
const longestPayload = 4 * 1024 * 1024;

/**
 * Verifies the signature of an app proof, and reads its payload. This alone says only that the holder of the key signed it: the
 * boot proof of the key says who that is.
 */
export function verifyAppProof(proof: AppProof): Promise<Verdict<{ readonly payload: AppProofPayload }>> {
  return judge(async () => {
    const { scheme, publicKey, proofPayload, signature } = proof;
    if (scheme !== appProofScheme) throw new StamperError('SCHEME_NOT_ALLOWED', 'scheme', `is not ${appProofScheme}`);
    const key = signingPoint(publicKey, 'publicKey');
    if (typeof proofPayload !== 'string' || proofPayload.length > longestPayload)
      throw new StamperError('MALFORMED', 'proofPayload', 'is not a text of at most 4 MiB');
    if (typeof signature !== 'string' || signature.length !== signatureLength)
      throw new StamperError('MALFORMED', 'signature', 'is not 64 bytes in hex');
    const verifier = await createP256Verifier(key);
    if (!(await verifier.verify(encodeUtf8(proofPayload, 'proofPayload'), decodeHex(signature, 'signature'))))
      throw new StamperError('SIGNATURE_INVALID', 'signature', 'does not verify');
    return { payload: readPayload(proofPayload) };
  });
}

/** The point that signs. The other one must be a key too. */
export function signingPoint(publicKey: string, part: string) {
  if (typeof publicKey !== 'string' || publicKey.length !== 2 * pointLength)
    throw new StamperError('MALFORMED', part, 'is not two uncompressed points in hex');
  p256Keys.parsePublicKey(publicKey.slice(0, pointLength), part);
  return p256Keys.parsePublicKey(publicKey.slice(pointLength), part);
}

type Members = { readonly [member: string]: unknown };

function readPayload(text: string): AppProofPayload {
  const payload = parseObject(text, 'proofPayload');
  const timestampMs = textOf(payload, 'timestampMs', 'proofPayload');
  switch (payload['type']) {
    case appProofTypes.addressDerivation:
      return { type: payload['type'], timestampMs, addressDerivationProof: readAddress(payload) };
    case appProofTypes.policyOutcome:
      return { type: payload['type'], timestampMs, policyOutcomeProof: readOutcome(payload) };
    default:
      throw new StamperError('MALFORMED', 'proofPayload.type', 'is not a known type of proof');
  }
}

function readAddress(payload: Members): AddressDerivation {
  const [proof, part] = objectOf(payload, 'addressDerivationProof');
  return {
    organizationId: textOf(proof, 'organizationId', part),
    ...(proof['walletId'] !== undefined && { walletId: textOf(proof, 'walletId', part) }),
    ...(proof['derivationPath'] !== undefined && { derivationPath: textOf(proof, 'derivationPath', part) }),
    address: textOf(proof, 'address', part),
  };
}

function readOutcome(payload: Members): PolicyOutcome {
  const [proof, part] = objectOf(payload, 'policyOutcomeProof');
  const { userRequestApprovals } = proof;
  if (!Array.isArray(userRequestApprovals))
    throw new StamperError('MALFORMED', `${part}.userRequestApprovals`, 'is not a list');
  return {
    organizationId: textOf(proof, 'organizationId', part),
    outcome: textOf(proof, 'outcome', part),
    decisionContextDigest: textOf(proof, 'decisionContextDigest', part),
    organizationDataDigest: textOf(proof, 'organizationDataDigest', part),
    parentOrganizationDataDigest: textOf(proof, 'parentOrganizationDataDigest', part),
    userRequestApprovals: userRequestApprovals.map((approval: unknown, index) => {
      const one = `${part}.userRequestApprovals[${index}]`;
      if (!isObject(approval)) throw new StamperError('MALFORMED', one, 'is not an object');
      return {
        scheme: textOf(approval, 'scheme', one),
        publicKey: textOf(approval, 'publicKey', one),
        message: textOf(approval, 'message', one),
        signature: textOf(approval, 'signature', one),
      };
    }),
  };
}

function objectOf(payload: Members, name: string): [value: Members, part: string] {
  const part = `proofPayload.${name}`;
  const value = payload[name];
  if (!isObject(value)) throw new StamperError('MALFORMED', part, 'is not an object');
  return [value, part];
}

function textOf(object: Members, name: string, part: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new StamperError('MALFORMED', `${part}.${name}`, 'is not a string');
  return value;
}
