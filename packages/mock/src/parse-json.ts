import { type JsonProblem, readJson } from '@mintmark/stamper/encoding';

/**
 * A depth far deeper than anything in the contract, far less than what overflows the stack of a validator. Patterns overflow
 * the stack at four times the length, and Prism takes what it cannot check for valid.
 */
const rules = { depth: 63, length: 2 * 1024 * 1024 };

export type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Parses a text that must be JSON, with no member twice in one object. */
export function parseJson(text: string): Parsed {
  if (text.trim() === '') return { problem: 'is empty' };
  try {
    return { value: readJson(text, (problem, name) => new SyntaxError(sentenceOf(problem, name)), rules) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message };
    throw error;
  }
}

function sentenceOf(problem: JsonProblem, name?: string): string {
  switch (problem) {
    case 'depth':
      return 'is nested too deeply';
    case 'length':
      return 'has a string that is too long';
    case 'twice':
      return `has the member ${JSON.stringify(name)} twice in one object`;
    default:
      return 'is not JSON';
  }
}
