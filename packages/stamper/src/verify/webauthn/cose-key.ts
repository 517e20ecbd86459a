import { native } from '#native';
import { decodeBase64Url } from '../../encoding/base64url.ts';
import { concatBytes, equalBytes } from '../../encoding/bytes.ts';
import { type CborMap, decodeCbor } from '../../encoding/cbor.ts';
import { decodeEcdsaDer } from '../../encoding/ecdsa-der.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { parsePublicKey } from '../../keys/keys-by-curve.ts';
import type { Verify } from '../../native/native-crypto.ts';
import { StamperError } from '../../stamper-error.ts';
import { createVerifier } from '../verifier.ts';

/** The algorithms that passkeys may use, by their COSE numbers (RFC 9053, RFC 8812). */
export const coseAlgorithms = { ES256: -7, EdDSA: -8, RS256: -257 } as const;

export type CoseAlgorithm = keyof typeof coseAlgorithms;

/**
 * The imported public key of a passkey. Importing is a large part of the cost of a verification, so keep it with the
 * credential.
 */
export interface CredentialKey {
  readonly algorithm: CoseAlgorithm;
  /** Whether the signature is valid for the message, in the form that WebAuthn defines for the key's algorithm. */
  verify(message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** RFC 9052 7.1, RFC 9053 7, RFC 8230 4: the labels of COSE key parameters. */
const label = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 } as const;
const keyType = { okp: 1, ec2: 2, rsa: 3 } as const;
const curveId = { p256: 1, ed25519: 6 } as const;

/**
 * Imports a COSE key: ES256 on P-256, EdDSA on Ed25519, or RS256 with 2048 to 4096 bits and the exponent 65537. It must have
 * exactly the parameters of its kind. Text is base64url, as {@link verifyRegistration} returns it.
 */
export async function createCredentialKey(cose: Uint8Array | string, part = 'publicKey'): Promise<CredentialKey> {
  const key = decodeCbor(typeof cose === 'string' ? decodeBase64Url(cose, part, 'padded') : cose, part);
  if (!(key instanceof Map)) throw new StamperError('MALFORMED', part, 'is not a COSE key');
  const algorithm = key.get(label.alg);
  switch (algorithm) {
    case coseAlgorithms.ES256:
      return { algorithm: 'ES256', verify: await es256(key, part) };
    case coseAlgorithms.EdDSA:
      return { algorithm: 'EdDSA', verify: await edDsa(key, part) };
    case coseAlgorithms.RS256:
      return { algorithm: 'RS256', verify: await rs256(key, part) };
    default:
      throw new StamperError('ALGORITHM_NOT_ALLOWED', part, 'has an algorithm other than ES256, EdDSA and RS256');
  }
}

async function es256(key: CborMap, part: string): Promise<Verify> {
  checkParameters(key, part, { [label.kty]: keyType.ec2, [label.crv]: curveId.p256 }, 2);
  const point = concatBytes(Uint8Array.of(4), coordinate(key, label.x, part), coordinate(key, label.y, part));
  const verifier = await createVerifier(parsePublicKey('p256', encodeHex(point), part));
  return async (message, signature) => {
    const compact = decodeDer(signature);
    return compact !== undefined && verifier.verify(message, compact);
  };
}

async function edDsa(key: CborMap, part: string): Promise<Verify> {
  checkParameters(key, part, { [label.kty]: keyType.okp, [label.crv]: curveId.ed25519 }, 1);
  const verifier = await createVerifier(parsePublicKey('ed25519', encodeHex(coordinate(key, label.x, part)), part));
  return (message, signature) => verifier.verify(message, signature);
}

const minModulus = 2_048;
const maxModulus = 4_096;
const exponent = Uint8Array.of(1, 0, 1);

async function rs256(key: CborMap, part: string): Promise<Verify> {
  checkParameters(key, part, { [label.kty]: keyType.rsa }, 2);
  const n = bytesAt(key, label.n, part);
  const e = bytesAt(key, label.e, part);
  const bits = 8 * n.length - Math.clz32(n[0] ?? 0) + 24;
  const isCanonical = (n[0] ?? 0) > 0;
  const isOdd = ((n.at(-1) ?? 0) & 1) === 1;
  if (!isCanonical || !isOdd || bits < minModulus || bits > maxModulus || !equalBytes(e, exponent)) {
    throw new StamperError('INVALID_KEY', part, 'is not an RSA key of 2048 to 4096 bits with the exponent 65537');
  }
  const verify = await importRsa({ n, e }, part);
  // RFC 8017, 8.2.2, step 1.
  return async (message, signature) => signature.length === n.length && verify(message, signature);
}

async function importRsa(key: { n: Uint8Array; e: Uint8Array }, part: string): Promise<Verify> {
  let verify: Verify | undefined;
  try {
    verify = await native.rs256.importVerifier(key);
  } catch (error) {
    if (error instanceof StamperError) throw error;
    throw new StamperError('INVALID_KEY', part, 'is an RSA key that this runtime refuses');
  }
  if (!verify) throw new StamperError('CRYPTO_UNAVAILABLE', 'RSA', 'is missing in this runtime');
  return verify;
}

/** Checks the fixed parameters, and that there are no others besides the algorithm and the variable ones. */
function checkParameters(key: CborMap, part: string, fixed: Record<number, number>, variable: number): void {
  const entries = Object.entries(fixed);
  const hasFixed = entries.every(([name, value]) => key.get(Number(name)) === value);
  if (!hasFixed || key.size !== 1 + entries.length + variable) {
    throw new StamperError('MALFORMED', part, 'does not have exactly the parameters of a COSE key of its algorithm');
  }
}

function coordinate(key: CborMap, name: number, part: string): Uint8Array {
  const bytes = bytesAt(key, name, part);
  if (bytes.length !== 32) throw new StamperError('MALFORMED', part, 'has a coordinate that is not 32 bytes long');
  return bytes;
}

function bytesAt(key: CborMap, name: number, part: string): Uint8Array {
  const value = key.get(name);
  if (!(value instanceof Uint8Array)) throw new StamperError('MALFORMED', part, 'has a parameter that is not bytes');
  return value;
}

function decodeDer(signature: Uint8Array): Uint8Array | undefined {
  try {
    return decodeEcdsaDer(signature, 'signature');
  } catch {
    return undefined;
  }
}
