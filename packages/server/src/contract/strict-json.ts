import { type JsonObject, type JsonProblem, readJson } from '@mintmark/stamper/encoding';
import { ApiError } from './api-error.ts';

export type { Json, JsonObject } from '@mintmark/stamper/encoding';

const rules = {
  depth: 32,
  values: 50_000,
  members: 256,
  names: new Set(['__proto__', 'constructor', 'prototype']),
  checkEscaped,
};
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads the body of a request: UTF-8 without a byte-order mark, one JSON object, nothing that two readers could take
 * differently.
 */
export function readStrictJson(body: Uint8Array): JsonObject {
  const value = readJson(decode(body), (problem, name) => refusal(sentenceOf(problem, name)), rules);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('is not a JSON object');
  return value as JsonObject;
}

const refusal = (problem: string) => new ApiError('REQUEST_INVALID', `bad request body: it ${problem}`);

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refusal('is not UTF-8');
  }
}

function sentenceOf(problem: JsonProblem, name?: string): string {
  switch (problem) {
    case 'depth':
      return `is nested more than ${rules.depth} levels deep`;
    case 'values':
      return `has more than ${rules.values} values`;
    case 'members':
      return `has an object with more than ${rules.members} members`;
    case 'names':
      return `has a member ${name}, which is not allowed`;
    case 'twice':
      return `has the member ${JSON.stringify(name)} twice`;
    default:
      return 'is not valid JSON';
  }
}

function checkEscaped(text: string): void {
  if (!text.isWellFormed()) throw refusal('has half a surrogate pair in a string');
  // Some readers end a text there, and PostgreSQL takes none that has it.
  if (text.includes('\0')) throw refusal('has a NUL character in a string');
}
