import { ApiError } from '../contract/api-error.ts';

/** Refuses the scope of a session profile that is not an expression of the policy language. */
export function requireScope(scope: string): void {
  if (scope.trim() === '') throw invalidScope('it is empty');
}

const invalidScope = (description: string) =>
  new ApiError('INVALID_POLICY', `invalid session profile scope: ${description}`, {
    fieldViolations: [{ field: 'parameters.scope', description }],
  });
