import { encodeHex } from '../encoding/hex.ts';
import { apiKeyStampHeader, type StampScheme } from '../protocol.ts';
import type { Stamp } from '../stamp.ts';
import { headerValue } from './header-value.ts';

/** The stamp of an API key: its public key, the scheme, and the signature in the encoding of the scheme. */
export function apiKeyStamp(publicKey: string, scheme: StampScheme, signature: Uint8Array): Stamp {
  return { name: apiKeyStampHeader, value: headerValue({ publicKey, scheme, signature: encodeHex(signature) }) };
}
