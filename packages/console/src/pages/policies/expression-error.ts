import type { Part } from './policy-draft.ts';

/** A mistake in an expression of a policy. */
export interface ExpressionError {
  readonly part: Part;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  readonly reason: string;
}

interface Violation {
  readonly field: string;
  readonly description: string;
}

const parts: readonly (readonly [Part, RegExp])[] = [
  ['condition', /condition$/i],
  ['consensus', /consensus$/i],
  ['time', /time$/i],
];

/** Reads the mistakes in expressions from a refusal, whichever operation refused them. */
export const readExpressionErrors = (violations: readonly Violation[]): readonly ExpressionError[] =>
  violations.flatMap(({ field, description }) => {
    const part = parts.find(([, name]) => name.test(field))?.[0];
    const place = /^line (\d+), column (\d+): ([\s\S]*)$/.exec(description);
    if (!part || !place) return [];
    return { part, line: Number(place[1]), column: Number(place[2]), reason: place[3] ?? '' };
  });

/** Where the mistake is in the text, in UTF-16 code units: at least one character, or the whole word that begins there. */
export function rangeOf(text: string, { line, column }: Pick<ExpressionError, 'line' | 'column'>): [number, number] {
  const before = text.split('\n').slice(0, line - 1);
  const lineStart = before.reduce((length, one) => length + one.length + 1, 0);
  const content = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const characters = [...content];
  const start = Math.min(text.length, lineStart + characters.slice(0, column - 1).join('').length);
  const word = /^(?:[\w.]+|.)/su.exec(content.slice(start - lineStart))?.[0] ?? '';
  return [start, start + word.length];
}
