import { type Expression, PolicyError } from '@mintmark/policy';
import { policyScopes } from '@mintmark/policy/namespaces';
import { ApiError } from '../../core/model/api-error.ts';
import { compileExpression } from './compile-expression.ts';

type Part = keyof typeof policyScopes;

/** The expressions of a policy. An empty one is always true. */
type PolicyTexts = Readonly<Record<Part, string>>;

/**
 * Compiles the expressions of a policy, or throws INVALID_POLICY with the member of the request that has the wrong one. An empty
 * expression is undefined.
 */
export function compilePolicy(texts: PolicyTexts, fields: PolicyTexts): Readonly<Record<Part, Expression | undefined>> {
  const compiled = (part: Part): Expression | undefined => {
    const expression = compileExpression(texts[part], policyScopes[part]);
    // Clients recognise the first words of this message.
    if (expression instanceof PolicyError) throw invalidPolicy(`policy ${part}`, fields[part], expression);
    return expression;
  };
  return { condition: compiled('condition'), consensus: compiled('consensus'), time: compiled('time') };
}

/** The refusal of an expression that does not compile. */
export const invalidPolicy = (what: string, field: string, error: PolicyError): ApiError =>
  new ApiError('INVALID_POLICY', `invalid ${what}: ${error.message}`, {
    fieldViolations: [{ field, description: error.message }],
    cause: error,
  });
