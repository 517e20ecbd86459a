import { compile } from '../src/evaluate/compile.ts';
import { PolicyError } from '../src/syntax/policy-error.ts';
import { scope } from './policy-scope.ts';

/** Line, column and reason for which a text is refused. */
export function refusalOf(text: string, within = scope): string {
  try {
    compile(text, within);
  } catch (error) {
    if (error instanceof PolicyError) return `${error.line}:${error.column} ${error.reason}`;
    throw error;
  }
  return 'accepted';
}
