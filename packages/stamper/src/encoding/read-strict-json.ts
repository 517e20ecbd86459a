import { type JsonObject, type JsonProblem, readJson } from './read-json.ts';

const rules = {
  depth: 32,
  values: 50_000,
  members: 256,
  names: new Set(['__proto__', 'constructor', 'prototype']),
};
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Makes the error for a problem such as `is not valid JSON`. */
type Refusal = (problem: string) => Error;

/**
 * Reads bytes of somebody else: UTF-8 without a byte-order mark, one JSON object, nothing that two readers could take differently.
 *
 * @example
 * const claims = readStrictJson(payload, (problem) => new Error(`the token ${problem}`));
 */
export function readStrictJson(bytes: Uint8Array, refusal: Refusal): JsonObject {
  const value = readJson(decode(bytes, refusal), (problem, name) => refusal(sentenceOf(problem, name)), {
    ...rules,
    checkEscaped: (text) => checkEscaped(text, refusal),
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refusal('is not a JSON object');
  return value as JsonObject;
}

function decode(bytes: Uint8Array, refusal: Refusal): string {
  try {
    return utf8.decode(bytes);
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

function checkEscaped(text: string, refusal: Refusal): void {
  if (!text.isWellFormed()) throw refusal('has half a surrogate pair in a string');
  // Some readers end a text there, and PostgreSQL takes none that has it.
  if (text.includes('\0')) throw refusal('has a NUL character in a string');
}
