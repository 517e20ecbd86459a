import { encodeHex } from '../encoding/hex.ts';
import { apiKeyStampHeader, type StampScheme } from '../protocol.ts';
import type { Stamp } from '../stamp.ts';

/** The stamp of an API key: its public key, the scheme, and the signature in the encoding of the scheme. */
export function apiKeyStamp(publicKey: string, scheme: StampScheme, signature: Uint8Array): Stamp {
  const json = JSON.stringify({ publicKey, scheme, signature: encodeHex(signature) });
  // The JSON is ASCII, so btoa can encode it, several times faster than our encoder.
  const base64 = btoa(json);
  return { name: apiKeyStampHeader, value: base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') };
}
