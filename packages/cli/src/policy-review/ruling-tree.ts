import { type Explanation, explain, PolicyError } from '@mintmark/policy';
import type { Ruling } from '@mintmark/server/activities/dry-run/ruling';
import type { EvaluatedPolicy, PolicyOutcome } from '@mintmark/server/policies/evaluation/evaluate-policies';
import type { Branch } from '../terminal/tree-lines.ts';

/**
 * What becomes of a request, what each policy says, and the value of every part of its expressions.
 *
 * @param then What policies said when the request was decided, by their ids.
 */
export const rulingTree = (
  { outcome, reason, policies }: Ruling,
  then: ReadonlyMap<string, PolicyOutcome> = new Map(),
): Branch => ({
  text: `${outcome}: ${reason}`,
  branches: policies?.map((one) => policyBranch(one, then.get(one.policy.id))) ?? [
    { text: 'policies were not evaluated' },
  ],
});

function policyBranch({ policy, outcome, lookUp }: EvaluatedPolicy, then: PolicyOutcome | undefined): Branch {
  const branches = (['time', 'condition', 'consensus'] as const).flatMap((part): Branch[] => {
    const expression = policy[part];
    if (expression === undefined) return [];
    if (expression instanceof PolicyError) return [{ text: `${part}: it cannot be compiled: ${expression.message}` }];
    const missing = [...expression.namespaces].filter((namespace) => lookUp(namespace) === undefined);
    if (missing.length > 0)
      return [{ text: `${part}: ${expression.text} → does not apply: the activity has no ${missing.join(', ')}` }];
    const branch = explanationBranch(explain(expression, lookUp));
    return [{ ...branch, text: `${part}: ${branch.text}` }];
  });
  const before = then === undefined || then === outcome ? '' : `, which was ${then}`;
  return {
    text: `"${policy.name}" (${policy.effect}): ${outcome}${before}`,
    branches: branches.length > 0 ? branches : [{ text: 'no expressions: it always applies' }],
  };
}

function explanationBranch(explanation: Explanation): Branch {
  const { text, item, parts } = explanation;
  const sign = parts.length > 0 ? '→' : '=';
  const result = 'error' in explanation ? `→ error: ${explanation.error}` : `${sign} ${explanation.value}`;
  return {
    text: `${item === undefined ? '' : `for ${item}: `}${text} ${result}`,
    branches: parts.map(explanationBranch),
  };
}
