import { errors } from '@mintmark/schema';
import { apiKeyStampHeader, stampSchemes, webAuthnStampHeader } from '@mintmark/stamper/protocol';
import {
  type ApiKeyStamp,
  type Curve,
  decodeApiKeyStamp,
  decodeWebAuthnStamp,
  type StampScheme,
  type WebAuthnStamp,
} from '@mintmark/stamper/verify';
import { ApiError } from '../contract/api-error.ts';

export type Stamp =
  | { readonly kind: 'apiKey'; readonly stamp: ApiKeyStamp }
  | { readonly kind: 'passkey'; readonly stamp: WebAuthnStamp };

/**
 * Reads the one stamp of a request. A repeated header, or one of each kind, is ambiguous and refused. The refusal is
 * returned, not thrown, since other checks come first.
 */
export function readStamp(headers: (name: string) => readonly string[]): Stamp | ApiError {
  const apiKey = headers(apiKeyStampHeader.toLowerCase());
  const passkey = headers(webAuthnStampHeader.toLowerCase());
  const [value] = [...apiKey, ...passkey];
  if (value === undefined)
    return new ApiError('SIGNATURE_MISSING', `${errors.SIGNATURE_MISSING.message}: missing stamp headers`);
  if (apiKey.length + passkey.length > 1) return new ApiError('SIGNATURE_MISSING');
  const kind = apiKey.length > 0 ? 'apiKey' : 'passkey';
  const decoded = kind === 'apiKey' ? decodeApiKeyStamp(value) : decodeWebAuthnStamp(value);
  if (!decoded.ok) {
    const extraction = `could not extract ${kind === 'apiKey' ? 'api key' : 'webauthn'} stamp`;
    return new ApiError('SIGNATURE_INVALID', `malformed stamp: ${extraction}: ${decoded.error.message}`);
  }
  return { kind, stamp: decoded.stamp } as Stamp;
}

/** The stored curve decides how a stamp is verified; the scheme only narrows the look-up. */
export const curveOfScheme: { readonly [S in StampScheme]: Curve } = {
  [stampSchemes.p256]: 'p256',
  [stampSchemes.secp256k1]: 'secp256k1',
  [stampSchemes.eip191]: 'secp256k1',
  [stampSchemes.ed25519]: 'ed25519',
};

/** The name of the credential that a stamp claims. */
export const credentialNameOf = ({ kind, stamp }: Stamp): string =>
  kind === 'apiKey' ? `${curveOfScheme[stamp.scheme]} ${stamp.publicKey}` : `passkey ${stamp.credentialId}`;
