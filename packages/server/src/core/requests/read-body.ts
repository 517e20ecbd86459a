import { type JsonObject, readStrictJson } from '@mintmark/stamper/encoding';
import { ApiError } from '../model/api-error.ts';

/** Reads the body of a request. */
export const readBody = (body: Uint8Array): JsonObject =>
  readStrictJson(body, (problem) => new ApiError('REQUEST_INVALID', `bad request body: it ${problem}`));
