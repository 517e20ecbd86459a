import { requireBytes } from './encoding/bytes.ts';
import { encodeUtf8 } from './encoding/utf8.ts';
import type { apiKeyStampHeader, attestedStampHeader, webAuthnStampHeader } from './protocol.ts';

/** A header that authenticates one request body. Treat it as a secret: anyone who has it and the body can send them. */
export interface Stamp {
  readonly name: typeof apiKeyStampHeader | typeof webAuthnStampHeader | typeof attestedStampHeader;
  readonly value: string;
}

/** Signs request bodies. */
export interface Stamper {
  /** Stamps exactly these bytes, or the UTF-8 of this text. Send the same bytes: re-serialised JSON is another body. */
  stamp(body: string | Uint8Array): Promise<Stamp>;
}

/** The bytes that a body is sent as. */
export function bodyBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encodeUtf8(body, 'body') : requireBytes(body, 'body');
}
