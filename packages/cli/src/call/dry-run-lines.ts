import { type Branch, treeLines } from '../terminal/tree-lines.ts';
import { CallFailure, exitCodes, unexpectedAnswer } from './call-failure.ts';
import type { Answer } from './send-request.ts';

/** The answer to a dry run. */
export interface DryRun {
  readonly outcome: string;
  readonly policies: readonly {
    readonly policyId: string;
    readonly policyName: string;
    readonly outcome: string;
    readonly expression?: string;
    readonly values?: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly missingApprovals: readonly {
    readonly policyId?: string;
    readonly consensus: string;
    readonly threshold?: number;
    readonly userIds: readonly string[];
  }[];
}

const outcomes: Readonly<Record<string, readonly [words: string, code: number]>> = {
  OUTCOME_ALLOW: ['would be allowed', exitCodes.completed],
  OUTCOME_REQUIRES_CONSENSUS: ['would wait for approvals', exitCodes.waiting],
};
const denied = ['would be denied', exitCodes.failed] as const;

/** The dry run in an answer. Throws when there is none. */
export function readDryRun(operation: string, answer: Answer): DryRun {
  const { outcome, policies, missingApprovals } = answer;
  if (typeof outcome === 'string' && Array.isArray(policies) && Array.isArray(missingApprovals))
    return { outcome, policies, missingApprovals };
  throw new CallFailure(unexpectedAnswer(operation, 'no outcome'));
}

/** What would become of an activity, and the exit code that says so. */
export function outcomeOf({ outcome }: Pick<DryRun, 'outcome'>): { readonly words: string; readonly code: number } {
  const [words, code] = outcomes[outcome] ?? denied;
  return { words, code };
}

/** What would become of an activity and why, as a tree. */
export function dryRunLines(name: string, dryRun: DryRun): string[] {
  const { outcome, policies, missingApprovals } = dryRun;
  const decisions = policies.map(
    ({ policyName, policyId, outcome: decision, expression, values = [] }): Branch => ({
      text: `policy "${policyName}" ${policyId}: ${decision}`,
      branches: [
        ...(expression ? [{ text: expression }] : []),
        ...values.map(({ name: term, value }) => ({ text: `${term} = ${value}` })),
      ],
    }),
  );
  const missing = missingApprovals.map(({ policyId, consensus, threshold, userIds }): Branch => {
    const who = userIds.length > 0 ? `; these users can approve: ${userIds.join(', ')}` : '';
    const text =
      policyId === undefined ? `${threshold ?? 1} more of the root users` : `policy ${policyId}: ${consensus}`;
    return { text: text + who };
  });
  return treeLines({
    text: `${name} ${outcomeOf(dryRun).words} (${outcome}); nothing was executed or stored`,
    branches: [
      ...decisions,
      ...(missing.length > 0 ? [{ text: 'missing approvals: one of these is enough', branches: missing }] : []),
    ],
  });
}
