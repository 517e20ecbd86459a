import { secp256k1 } from '@noble/curves/secp256k1.js';
import { eip191Digest } from '../eip191-digest.ts';
import { decodeBase64Url } from '../encoding/base64url.ts';
import { requireBytes } from '../encoding/bytes.ts';
import { decodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex } from '../encoding/hex.ts';
import { parseStrings } from '../encoding/json.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { type StampScheme, schemesOfCurve, stampSchemes } from '../protocol.ts';
import { judge, judgeNow, StamperError, type Verdict } from '../stamper-error.ts';
import { isSecp256k1Signature } from './signature-range.ts';
import type { Verifier } from './verifier.ts';

/** A decoded X-Stamp header, not yet verified. */
export interface ApiKeyStamp {
  /** Lower-case hex, to look up the credential by, together with its stored curve. */
  readonly publicKey: string;
  readonly scheme: StampScheme;
  /** In the encoding of the scheme: DER for ECDSA, 64 bytes for ed25519. */
  readonly signature: Uint8Array;
}

/** A request as received, and the credential that its stamp names. */
export interface StampedRequest {
  readonly stamp: ApiKeyStamp;
  /** The bytes as received, before any parsing. */
  readonly body: Uint8Array;
  readonly credential: Verifier;
}

/** A stamp has a key of 66 characters, a signature of at most 144, and the names: far less than this in base64url. */
const longestStamp = 1024;
const publicKeyForm = /^(?:0[23])?[0-9a-f]{64}$/;
const longestSignature = 144;
const schemes: ReadonlySet<string> = new Set(Object.values(stampSchemes));

/** Reads the value of an X-Stamp header: base64url, padded or not, of a JSON object with three members. */
export function decodeApiKeyStamp(value: string): Verdict<{ readonly stamp: ApiKeyStamp }> {
  return judgeNow(() => {
    if (typeof value !== 'string' || value.length > longestStamp) {
      throw new StamperError('MALFORMED', 'stamp', `is not text of at most ${longestStamp} characters`);
    }
    const json = decodeUtf8(decodeBase64Url(value, 'stamp', 'padded'), 'stamp');
    const { publicKey, scheme, signature } = parseStrings(json, 'stamp', ['publicKey', 'scheme', 'signature']);
    if (!publicKeyForm.test(publicKey.toLowerCase())) {
      throw new StamperError('MALFORMED', 'stamp.publicKey', 'is not a public key in hex');
    }
    if (!isScheme(scheme)) throw new StamperError('SCHEME_NOT_ALLOWED', 'stamp.scheme', 'is unknown');
    if (signature.length > longestSignature) {
      throw new StamperError('MALFORMED', 'stamp.signature', 'is longer than any signature');
    }
    const bytes = decodeHex(signature, 'stamp.signature');
    return { stamp: { publicKey: publicKey.toLowerCase(), scheme, signature: bytes } };
  });
}

/**
 * Verifies that a stamp was made over exactly these bytes by the credential of the verifier.
 *
 * The stored curve decides: the scheme, which the sender chose, must be one that keys of this curve may use.
 */
export function verifyApiKeyStamp({
  stamp,
  body,
  credential,
}: StampedRequest): Promise<Verdict<{ readonly scheme: StampScheme }>> {
  return judge(async () => {
    const { curve, hex } = credential.publicKey;
    requireBytes(body, 'body');
    if (stamp.publicKey !== hex) {
      throw new StamperError('KEY_MISMATCH', 'stamp.publicKey', 'is not the public key of the credential');
    }
    if (!schemesOfCurve[curve].includes(stamp.scheme)) {
      throw new StamperError('SCHEME_NOT_ALLOWED', 'stamp.scheme', `is not for keys of ${curve}`);
    }
    if (await verifySignature(stamp, body, credential)) return { scheme: stamp.scheme };
    throw new StamperError('SIGNATURE_INVALID', 'stamp.signature', 'does not verify over the body');
  });
}

function verifySignature({ scheme, signature }: ApiKeyStamp, body: Uint8Array, credential: Verifier): Promise<boolean> {
  if (scheme === stampSchemes.eip191) return verifyEip191(signature, body, credential);
  if (scheme !== stampSchemes.ed25519) return credential.verify(body, decodeEcdsaDer(signature, 'stamp.signature'));
  if (signature.length !== 64) throw new StamperError('MALFORMED', 'stamp.signature', 'is not 64 bytes long');
  return credential.verify(body, signature);
}

/** In JavaScript everywhere, because no runtime verifies ECDSA over a given digest. */
async function verifyEip191(signature: Uint8Array, body: Uint8Array, { publicKey }: Verifier): Promise<boolean> {
  const compact = decodeEcdsaDer(signature, 'stamp.signature', 'zero-padded');
  return (
    isSecp256k1Signature(compact) &&
    secp256k1.verify(compact, eip191Digest(body), publicKey.uncompressed, { prehash: false, lowS: false })
  );
}

function isScheme(scheme: string): scheme is StampScheme {
  return schemes.has(scheme);
}
