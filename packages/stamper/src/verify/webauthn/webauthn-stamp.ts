import { decodeBase64Url, encodeBase64Url } from '../../encoding/base64url.ts';
import { parseStrings } from '../../encoding/json.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { judgeNow, StamperError, type Verdict } from '../../stamper-error.ts';

/** A passkey stamp, decoded but not verified. */
export interface WebAuthnStamp {
  /** The canonical spelling of the credential id: base64url without padding. */
  readonly credentialId: string;
  readonly authenticatorData: Uint8Array;
  /** The bytes as the browser wrote them: the signature covers the bytes, not their meaning. */
  readonly clientDataJson: Uint8Array;
  readonly signature: Uint8Array;
}

/** More than a stamp with the longest credential id and signature takes. */
const longest = 16_384;
const members = ['authenticatorData', 'clientDataJson', 'credentialId', 'signature'] as const;

/** Reads the value of an X-Stamp-WebAuthn header: JSON as it is, or the base64url of it. */
export function decodeWebAuthnStamp(value: string): Verdict<{ readonly stamp: WebAuthnStamp }> {
  return judgeNow(() => ({ stamp: readWebAuthnStamp(value) }));
}

/** The same, but throws the error. */
export function readWebAuthnStamp(value: string): WebAuthnStamp {
  if (typeof value !== 'string' || value.length > longest) {
    throw new StamperError('MALFORMED', 'stamp', 'is not text of a valid length');
  }
  const json = value.startsWith('{') ? value : decodeUtf8(decodeBase64Url(value, 'stamp', 'padded'), 'stamp');
  const stamp = parseStrings(json, 'stamp', members);
  const bytes = (member: (typeof members)[number]) => decodeBase64Url(stamp[member], `stamp.${member}`, 'padded');
  return {
    credentialId: encodeBase64Url(bytes('credentialId')),
    authenticatorData: bytes('authenticatorData'),
    clientDataJson: bytes('clientDataJson'),
    signature: bytes('signature'),
  };
}
