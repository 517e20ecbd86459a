import { StamperError } from '../stamper-error.ts';
import { type JsonObject, type JsonProblem, readJson } from './read-json.ts';

const sentences: { readonly [problem in JsonProblem]?: string } = {
  depth: 'is nested too deeply',
  twice: 'has a member twice',
};

/** Parses a JSON object whose named members are strings; with `others` refused, it may have no further members. */
export function parseStrings<const Name extends string>(
  text: string,
  part: string,
  names: readonly Name[],
  others: 'refused' | 'ignored' = 'refused',
): Record<Name, string> {
  const value = parseObject(text, part);
  for (const name of names) {
    if (typeof value[name] !== 'string') throw new StamperError('MALFORMED', `${part}.${name}`, 'is not a string');
  }
  if (others === 'refused' && Object.keys(value).length !== names.length) {
    throw new StamperError('MALFORMED', part, `has members other than ${names.join(', ')}`);
  }
  return value as Record<Name, string>;
}

/** Parses a JSON object. The caller checks its members: `__proto__` is one like any other. */
export function parseObject(text: string, part: string): JsonObject {
  const value = readJson(text, (problem) => new StamperError('MALFORMED', part, sentences[problem] ?? 'is not JSON'));
  if (!isObject(value)) throw new StamperError('MALFORMED', part, 'is not a JSON object');
  return value;
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
