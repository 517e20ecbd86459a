import { type Allowance, countsVoter, PolicyError, type Struct, type Voter } from '@mintmark/policy';
import type { PolicyView } from '../../core/handlers/policy-view.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import { type CaseDigest, caseDigest } from '../../policies/evaluation/case-digest.ts';
import {
  type EvaluatedPolicy,
  evaluatePolicies,
  type PolicyOutcome,
  type PolicyVerdict,
} from '../../policies/evaluation/evaluate-policies.ts';
import type { EvaluationOptions } from '../../policies/evaluation/evaluation-options.ts';
import { stepsFor } from '../../policies/evaluation/evaluation-steps.ts';
import { isInScope, type ScopeCase } from '../../policies/evaluation/session-scope.ts';

/** What the scope of a session and policies are asked about a request. All of it was read before: evaluating reads nothing. */
export interface PolicyQuestion {
  readonly subject: PolicySubject;
  /** The scope of the caller's session, if it has one. */
  readonly scope: ScopeCase | undefined;
  /** The policies, if they decide. */
  readonly set: PolicySet | undefined;
  readonly views: readonly PolicyView[];
  /** The users who approve, and the credentials they did it with. */
  readonly approvers: readonly Struct[];
  readonly credentials: readonly Struct[];
  /** The caller, with every credential that can stamp a vote now. */
  readonly voter: Voter;
  /** Whether it matters, after this outcome, that a vote of the caller could count. */
  readonly wantsVote: (outcome: PolicyOutcome) => boolean;
  readonly now: Date;
}

export interface PolicyAnswer {
  readonly isInScope: boolean;
  /** What the policies say, if they decide. */
  readonly verdict?: PolicyVerdict;
  /** Whether a policy that waits for approvals can count one by the caller, if that matters. */
  readonly countsCaller?: boolean;
}

/** How many views a question has: the scope of a session sees its own. */
const viewsOf = ({ views, scope }: PolicyQuestion): number => views.length + (scope?.views.length ?? 0);

/** How many steps the answer to a question may take. */
export const stepsForQuestion = (question: PolicyQuestion): number => stepsFor(viewsOf(question));

/**
 * Evaluates everything that decides about a request, with one allowance. What the steps do not suffice for is out of scope, denied,
 * or not allowed, and no vote is counted. Every evaluation of the service goes through here.
 */
export async function evaluateQuestion(
  question: PolicyQuestion,
  allowance: Allowance,
  options: EvaluationOptions = {},
): Promise<PolicyAnswer> {
  const { scope, set, voter, wantsVote } = question;
  const { inTurns = mapInTurns } = options;
  if (scope && !(await isInScope(scope, question, allowance, options))) return { isInScope: false };
  if (!set) return { isInScope: true };
  const verdict = await evaluatePolicies(set, question, allowance, options);
  if (!wantsVote(verdict.outcome)) return { isInScope: true, verdict };
  const counts = await inTurns(verdict.policies, (policy) => canCount(policy, voter, allowance));
  return { isInScope: true, verdict, countsCaller: counts.some(Boolean) };
}

/** Whether a policy that waits for approvals can count one by this user, with any of the credentials. */
export function canCount(
  { policy: { consensus }, isOpen }: Pick<EvaluatedPolicy, 'policy' | 'isOpen'>,
  voter: Voter,
  allowance: Allowance,
): boolean {
  if (!isOpen || !consensus || consensus instanceof PolicyError) return false;
  return allowance.spendOn((steps) => countsVoter(consensus, voter, steps));
}

/** A digest of all that decides the answer, except the time. Undefined if the policies are not those of an organization. */
export async function questionDigest(question: PolicyQuestion): Promise<CaseDigest | undefined> {
  const { subject, scope, set, views, approvers, credentials, voter } = question;
  if (set && set.digest === undefined) return undefined;
  const scopeText = scope?.scope instanceof PolicyError ? scope.scope.message : scope?.scope?.text;
  return caseDigest({
    expressions: [set?.digest, scope && `scope ${scopeText ?? ''}`],
    subject,
    views: [views, scope?.views ?? []],
    voters: [approvers, credentials, voter.approver, voter.credentials],
  });
}
