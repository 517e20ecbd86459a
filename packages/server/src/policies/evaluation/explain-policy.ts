import {
  Allowance,
  type DecidingPart,
  decidingPart,
  EvaluationError,
  type LookUp,
  PolicyError,
} from '@mintmark/policy';
import type { CompiledExpression } from '../../core/ports/policy-sets.ts';
import { type EvaluatedPolicy, holds } from './evaluate-policies.ts';

/** Explains what a policy said about an activity, as far as the steps suffice. */
export function explainPolicy(
  { policy, lookUp }: Pick<EvaluatedPolicy, 'policy' | 'lookUp'>,
  allowance = new Allowance(Number.POSITIVE_INFINITY),
): DecidingPart {
  const { condition, consensus, time } = policy;
  const part = (expression: CompiledExpression): DecidingPart | undefined => {
    if (expression === undefined) return undefined;
    // To find nothing in each of a hundred policies takes long, too.
    if (allowance.isExhausted && !(expression instanceof PolicyError))
      return { expression: expression.text, values: [] };
    if (expression instanceof PolicyError) return { expression: expression.message, values: [] };
    const missing = [...expression.namespaces].filter((namespace) => lookUp(namespace) === undefined);
    if (missing.length > 0)
      return {
        expression: expression.text,
        values: missing.map((name) => ({ name, value: 'not part of the activity' })),
      };
    return allowance.spendOn((budget) => decidingPart(expression, lookUp, budget));
  };
  const expressions = [time, condition, consensus];
  const failed = expressions.find((expression) => expression !== undefined && !isTrue(expression, lookUp, allowance));
  return part(failed ?? condition ?? consensus ?? time) ?? { expression: '', values: [] };
}

function isTrue(expression: CompiledExpression, lookUp: LookUp, allowance: Allowance): boolean {
  try {
    return allowance.spendOn((budget) => holds(expression, lookUp, budget));
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof PolicyError) return false;
    throw error;
  }
}
