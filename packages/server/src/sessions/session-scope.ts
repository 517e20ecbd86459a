import { ApiError } from '../contract/api-error.ts';
import { compile } from '../policies/language/compile.ts';
import { PolicyError } from '../policies/language/policy-error.ts';
import { conditionScope } from '../policies/namespaces/scopes.ts';

/** Refuses the scope of a session profile that is not an expression of the policy language. */
export function requireScope(scope: string): void {
  try {
    compile(scope, conditionScope);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const { message: description } = error;
    throw new ApiError('INVALID_POLICY', `invalid session profile scope: ${description}`, {
      fieldViolations: [{ field: 'parameters.scope', description }],
    });
  }
}
