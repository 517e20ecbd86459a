import { encodeHex } from '../encoding/hex.ts';
import { apiKeyStampHeader, type StampScheme } from '../protocol.ts';
import type { Stamp } from '../stamp.ts';

/** The stamp that an API key made: its public key, how it signed, and the signature as the scheme spells it. */
export function apiKeyStamp(publicKey: string, scheme: StampScheme, signature: Uint8Array): Stamp {
  const json = JSON.stringify({ publicKey, scheme, signature: encodeHex(signature) });
  // All of it is ASCII, which the platform's own encoder takes as it is, several times faster than bytes.
  const base64 = btoa(json);
  return { name: apiKeyStampHeader, value: base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') };
}
