import { type JsonObject, readStrictJson } from '@mintmark/stamper/encoding';
import { ApiError } from '../model/api-error.ts';

/** The bodies that were read, as long as somebody has their bytes. */
const known = new WeakMap<Uint8Array, JsonObject>();

/** Reads the body of a request. */
export function readBody(body: Uint8Array): JsonObject {
  const read = readStrictJson(body, (problem) => new ApiError('REQUEST_INVALID', `bad request body: it ${problem}`));
  known.set(body, read);
  return read;
}

/** Reads a body that was accepted before. The native parser is faster than the strict one, and often neither is needed. */
export const readAcceptedBody = (body: Uint8Array): JsonObject =>
  known.get(body) ?? JSON.parse(Buffer.from(body).toString());
