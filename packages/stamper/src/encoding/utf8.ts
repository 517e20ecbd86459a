import { StamperError } from '../stamper-error.ts';

const encoder = new TextEncoder();
// Created when first needed: some runtimes that can stamp lack this class.
let decoder: TextDecoder | undefined;

/** Encodes text that has no lone surrogate: the platform would silently replace it. */
export function encodeUtf8(text: string, part: string): Uint8Array<ArrayBuffer> {
  if (!isWellFormed(text)) throw new StamperError('MALFORMED', part, 'is not well-formed Unicode');
  return encoder.encode(text);
}

export function decodeUtf8(bytes: Uint8Array, part: string): string {
  // A byte order mark is content: without it, two byte strings would decode to the same text.
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new StamperError('MALFORMED', part, 'is not UTF-8', { cause });
  }
}

const loneSurrogate = /\p{Surrogate}/u;

function isWellFormed(text: string): boolean {
  return typeof text === 'string' && !loneSurrogate.test(text);
}
