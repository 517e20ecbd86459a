import { apiKeyStampHeader, webAuthnStampHeader } from '@mintmark/stamper/protocol';
import { type ApiKeyStamp, decodeApiKeyStamp, decodeWebAuthnStamp, type WebAuthnStamp } from '@mintmark/stamper/verify';
import { ApiError } from '../api-error.ts';

export type Stamp =
  | { readonly kind: 'apiKey'; readonly stamp: ApiKeyStamp }
  | { readonly kind: 'passkey'; readonly stamp: WebAuthnStamp };

/** Reads the one stamp of a request. A header that came twice, or one of each kind, could mean either: both are refused. */
export function readStamp(headers: (name: string) => readonly string[]): Stamp {
  const apiKey = headers(apiKeyStampHeader.toLowerCase());
  const passkey = headers(webAuthnStampHeader.toLowerCase());
  const [value] = [...apiKey, ...passkey];
  if (value === undefined || apiKey.length + passkey.length > 1) throw new ApiError('SIGNATURE_MISSING');
  const kind = apiKey.length > 0 ? 'apiKey' : 'passkey';
  const decoded = kind === 'apiKey' ? decodeApiKeyStamp(value) : decodeWebAuthnStamp(value);
  if (!decoded.ok) throw new ApiError('SIGNATURE_INVALID', `malformed stamp: ${decoded.error.message}`);
  return { kind, stamp: decoded.stamp } as Stamp;
}
