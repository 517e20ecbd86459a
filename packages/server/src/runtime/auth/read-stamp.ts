import { errors } from '@mintmark/schema';
import { apiKeyStampHeader, attestedStampHeader, stampSchemes, webAuthnStampHeader } from '@mintmark/stamper/protocol';
import {
  type ApiKeyStamp,
  type AttestedStamp,
  type Curve,
  decodeApiKeyStamp,
  decodeAttestedStamp,
  decodeWebAuthnStamp,
  type StampScheme,
  type WebAuthnStamp,
} from '@mintmark/stamper/verify';
import { ApiError } from '../../core/model/api-error.ts';

export type Stamp =
  | { readonly kind: 'apiKey'; readonly stamp: ApiKeyStamp }
  | { readonly kind: 'passkey'; readonly stamp: WebAuthnStamp }
  | { readonly kind: 'attested'; readonly stamp: AttestedStamp };

/** How each kind of stamp is read, and what error messages call it. */
const kinds = [
  { kind: 'apiKey', header: apiKeyStampHeader.toLowerCase(), decode: decodeApiKeyStamp, words: 'api key' },
  { kind: 'passkey', header: webAuthnStampHeader.toLowerCase(), decode: decodeWebAuthnStamp, words: 'webauthn' },
  { kind: 'attested', header: attestedStampHeader.toLowerCase(), decode: decodeAttestedStamp, words: 'attested' },
] as const;

/**
 * Reads the one stamp of a request. A repeated header, or headers of several kinds, are ambiguous and refused. The refusal
 * is returned, not thrown, since other checks come first.
 */
export function readStamp(headers: (name: string) => readonly string[]): Stamp | ApiError {
  const [sent, ...more] = kinds.flatMap((kind) => headers(kind.header).map((value) => ({ ...kind, value })));
  if (!sent) return new ApiError('SIGNATURE_MISSING', `${errors.SIGNATURE_MISSING.message}: missing stamp headers`);
  if (more.length > 0) return new ApiError('SIGNATURE_MISSING');
  const decoded = sent.decode(sent.value);
  if (!decoded.ok) {
    const extraction = `could not extract ${sent.words} stamp`;
    return new ApiError('SIGNATURE_INVALID', `malformed stamp: ${extraction}: ${decoded.error.message}`);
  }
  return { kind: sent.kind, stamp: decoded.stamp } as Stamp;
}

/** The stored curve decides how a stamp is verified; the scheme only narrows the look-up. */
export const curveOfScheme: { readonly [S in StampScheme]: Curve } = {
  [stampSchemes.p256]: 'p256',
  [stampSchemes.secp256k1]: 'secp256k1',
  [stampSchemes.eip191]: 'secp256k1',
  [stampSchemes.ed25519]: 'ed25519',
};

/** The name of the credential that a stamp claims. An attested key is not registered: it is never taken for an API key. */
export function credentialNameOf({ kind, stamp }: Stamp): string {
  if (kind === 'apiKey') return `${curveOfScheme[stamp.scheme]} ${stamp.publicKey}`;
  return kind === 'passkey' ? `passkey ${stamp.credentialId}` : `attested ${stamp.publicKey}`;
}
