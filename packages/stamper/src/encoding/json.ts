import { StamperError } from '../stamper-error.ts';

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

/** Parses a JSON object. The caller checks its members, and must take only own ones: `__proto__` is one like any other. */
export function parseObject(text: string, part: string): { readonly [member: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own error quotes the text, which may be a secret.
    throw new StamperError('MALFORMED', part, 'is not JSON');
  }
  if (hasMemberTwice(text)) throw new StamperError('MALFORMED', part, 'has a member twice');
  if (!isObject(value)) {
    throw new StamperError('MALFORMED', part, 'is not a JSON object');
  }
  return Object.assign(Object.create(null), value);
}

/** Whether an object in a text that is JSON names a member twice: of such, parsers keep one or the other. */
function hasMemberTwice(json: string): boolean {
  /** The names of each object around the present place; undefined for a list. */
  const around: (Set<string> | undefined)[] = [];
  let isNameNext = false;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') {
      const end = endOfString(json, index);
      const quoted = json.slice(index, end);
      index = end - 1;
      const names = around.at(-1);
      if (!isNameNext || !names) continue;
      const name = quoted.includes('\\') ? JSON.stringify(JSON.parse(quoted)) : quoted;
      if (names.has(name)) return true;
      names.add(name);
      isNameNext = false;
    } else if (character === '{' || character === '[') {
      around.push(character === '{' ? new Set() : undefined);
      isNameNext = true;
    } else if (character === '}' || character === ']') {
      around.pop();
    } else if (character === ',') {
      isNameNext = true;
    }
  }
  return false;
}

/** Where a string ends that begins here, in a text that is JSON: behind the next quote that no backslash escapes. */
export function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
