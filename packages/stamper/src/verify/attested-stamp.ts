import { longestAttestation, requireAttestation } from '../attestation-text.ts';
import { decodeBase64Url } from '../encoding/base64url.ts';
import { requireBytes } from '../encoding/bytes.ts';
import { decodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex } from '../encoding/hex.ts';
import { isObject, parseStrings } from '../encoding/json.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import { nonceOfKey } from '../nonce-of-key.ts';
import { type AttestedScheme, attestedSchemes, nonceClaims } from '../protocol.ts';
import { judge, judgeNow, StamperError, type Verdict } from '../stamper-error.ts';
import { createP256Verifier } from './verifier.ts';

/** A decoded X-Stamp-Attested header, not yet verified. */
export interface AttestedStamp {
  /** The token that names the key. The signature does not cover it. */
  readonly attestation: string;
  /** What kind of token it is. */
  readonly scheme: AttestedScheme;
  /** The compressed form, in lower-case hex. */
  readonly publicKey: string;
  /** In DER. */
  readonly signature: Uint8Array;
}

/** The claims of a verified token that can name a key. */
export type KeyClaims = { readonly [claim in 'public_key' | (typeof nonceClaims)[number]]?: unknown };

/** The token, and a key, a signature and the names as in an API-key stamp: far less than 1,024 characters. */
const longestStamp = Math.ceil(((longestAttestation + 1024) * 4) / 3);
const publicKeyForm = /^0[23][0-9a-f]{64}$/;
const longestSignature = 144;
const members = ['publicKeyAttestation', 'scheme', 'publicKey', 'signature'] as const;
const schemes: readonly AttestedScheme[] = Object.values(attestedSchemes);

/** Reads the value of an X-Stamp-Attested header: JSON as it is, or the base64url of it, padded or not. */
export function decodeAttestedStamp(value: string): Verdict<{ readonly stamp: AttestedStamp }> {
  return judgeNow(() => {
    if (typeof value !== 'string' || value.length > longestStamp) {
      throw new StamperError('MALFORMED', 'stamp', `is not text of at most ${longestStamp} characters`);
    }
    const json = value.startsWith('{') ? value : decodeUtf8(decodeBase64Url(value, 'stamp', 'padded'), 'stamp');
    const stamp = parseStrings(json, 'stamp', members);
    const scheme = schemes.find((known) => known === stamp.scheme);
    if (!scheme) throw new StamperError('SCHEME_NOT_ALLOWED', 'stamp.scheme', 'is unknown');
    const publicKey = stamp.publicKey.toLowerCase();
    if (!publicKeyForm.test(publicKey)) {
      throw new StamperError('MALFORMED', 'stamp.publicKey', 'is not a compressed public key in hex');
    }
    if (stamp.signature.length > longestSignature) {
      throw new StamperError('MALFORMED', 'stamp.signature', 'is longer than any signature');
    }
    const attestation = requireAttestation(stamp.publicKeyAttestation, 'stamp.publicKeyAttestation');
    return { stamp: { attestation, scheme, publicKey, signature: decodeHex(stamp.signature, 'stamp.signature') } };
  });
}

/**
 * Verifies that the key in the stamp signed exactly these bytes. **Anyone can make such a stamp**: whose key it is has to be
 * learned from the attestation, with `verifyVerificationToken` or a library for OIDC, and then
 * {@link verifyAttestationBinding}.
 */
export function verifyAttestedStamp({
  stamp,
  body,
}: {
  readonly stamp: AttestedStamp;
  /** The bytes as received, before any parsing. */
  readonly body: Uint8Array;
}): Promise<Verdict<{ readonly publicKey: string }>> {
  return judge(async () => {
    requireBytes(body, 'body');
    const publicKey = p256Keys.parsePublicKey(stamp.publicKey, 'stamp.publicKey');
    const signature = decodeEcdsaDer(stamp.signature, 'stamp.signature');
    const { verify } = await createP256Verifier(publicKey);
    if (await verify(body, signature)) return { publicKey: publicKey.hex };
    throw new StamperError('SIGNATURE_INVALID', 'stamp.signature', 'does not verify over the body');
  });
}

/**
 * Verifies that the token in a stamp names the key of the stamp: in `public_key` of a verification token, in the nonce of an
 * OIDC token. `claims` are those of the token, **which the caller has verified**: signature, issuer, audience and expiry.
 *
 * @example
 * const token = await verifyVerificationToken(stamp.attestation, keys);
 * if (!token.ok) throw token.error;
 * const binding = await verifyAttestationBinding(stamp, token.claims);
 */
export function verifyAttestationBinding(
  { scheme, publicKey }: Pick<AttestedStamp, 'scheme' | 'publicKey'>,
  claims: KeyClaims,
): Promise<Verdict<{ readonly publicKey: string }>> {
  return judge(async () => {
    const { hex } = p256Keys.parsePublicKey(publicKey, 'stamp.publicKey');
    if (!isObject(claims)) throw new StamperError('MALFORMED', 'token.payload', 'is not an object');
    if (scheme === attestedSchemes.oidcToken) {
      const nonce = await nonceOfKey(hex);
      if (nonceClaims.some((claim) => claims[claim] === nonce)) return { publicKey: hex };
      throw new StamperError('KEY_MISMATCH', 'token.payload.nonce', 'is not the nonce of the key in the stamp');
    }
    if (p256Keys.parsePublicKey(claims.public_key as string, 'token.payload.public_key').hex === hex) {
      return { publicKey: hex };
    }
    throw new StamperError('KEY_MISMATCH', 'token.payload.public_key', 'is not the key in the stamp');
  });
}
