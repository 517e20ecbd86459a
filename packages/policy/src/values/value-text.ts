import { EvaluationError } from './evaluation-error.ts';
import type { Value } from './value.ts';
import { isList, isMap } from './value-kind.ts';

const LONGEST = 100;

/** A value as an expression would write it, cut off after 100 characters, or after as many as said. */
export function valueText(value: Value, longest = LONGEST): string {
  let text = '';
  for (const piece of pieces(value)) {
    // A piece can be a whole string of the request. A code point has at most two code units.
    text += piece.slice(0, 2 * longest + 2);
    if (text.length > 2 * longest) break;
  }
  // A text that is short enough in code units is short enough in characters.
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** Only as much is read of a large value as is shown. */
function* pieces(value: Value): Generator<string> {
  if (typeof value === 'string') {
    yield "'";
    yield value;
    yield "'";
  } else if (typeof value !== 'object') yield String(value);
  else if (value instanceof Date) yield Number.isNaN(value.getTime()) ? 'an invalid time' : value.toISOString();
  else if (isList(value)) {
    yield '[';
    for (const [position, item] of value.entries()) {
      if (position > 0) yield ', ';
      yield* pieces(item);
    }
    yield ']';
  } else yield* members(isMap(value) ? value : Object.keys(value).map((field) => [field, () => value[field]] as const));
}

function* members(entries: Iterable<readonly [string, Value | (() => Value | undefined)]>): Generator<string> {
  yield '{';
  let separator = '';
  for (const [name, member] of entries) {
    const value = typeof member === 'function' ? read(member) : member;
    if (value === undefined) continue;
    yield `${separator}${name}: `;
    yield* pieces(value);
    separator = ', ';
  }
  yield '}';
}

/** A getter may refuse its value, which other fields do not depend on. */
function read(getter: () => Value | undefined): Value | undefined {
  try {
    return getter();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
