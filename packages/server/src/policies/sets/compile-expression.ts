import { compile, type Expression, PolicyError, type Scope } from '@mintmark/policy';
import type { CompiledExpression } from '../../core/ports/policy-sets.ts';

/** Compiles an expression, or returns what is wrong with it. */
export function tryToCompile(text: string, scope: Scope): Expression | PolicyError {
  try {
    return compile(text, scope);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
}

/** The same for an expression that may be empty, which is always true. */
export const compileExpression = (text: string, scope: Scope): CompiledExpression =>
  text === '' ? undefined : tryToCompile(text, scope);
