import { encodeBase64Url } from '../encoding/base64url.ts';
import { encodeHex } from '../encoding/hex.ts';
import { apiKeyStampHeader, type StampScheme } from '../protocol.ts';
import type { Stamp } from '../stamp.ts';

const ascii = new TextEncoder();

/** The stamp that an API key made: its public key, how it signed, and the signature as the scheme spells it. */
export function apiKeyStamp(publicKey: string, scheme: StampScheme, signature: Uint8Array): Stamp {
  const json = JSON.stringify({ publicKey, scheme, signature: encodeHex(signature) });
  return { name: apiKeyStampHeader, value: encodeBase64Url(ascii.encode(json)) };
}
