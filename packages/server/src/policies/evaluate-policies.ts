import type { Outcome } from '@mintmark/schema/fields/policies/outcome';
import type { z } from 'zod';
import { asActivity, deniesOnly, type PolicyView } from '../contract/policy-view.ts';
import type { PolicySubject } from '../contract/read-activity.ts';
import { mapInTurns } from '../limits/map-in-turns.ts';
import type { CompiledExpression, CompiledPolicy, PolicySet } from './compiled-policies.ts';
import { Allowance, type Budget } from './language/budget.ts';
import { evaluate } from './language/evaluate.ts';
import { EvaluationError } from './language/evaluation-error.ts';
import { PolicyError } from './language/policy-error.ts';
import type { LookUp } from './language/run.ts';
import type { Struct } from './language/value.ts';
import { activityOf, parameterOf } from './namespaces/activity.ts';
import { timeOf } from './namespaces/time.ts';

/** What policies decide about. */
export interface PolicyCase {
  readonly subject: PolicySubject;
  /** What the activity does, at least one thing. Policies must allow each. */
  readonly views: readonly PolicyView[];
  /** The users who approve, and the credentials they did it with. */
  readonly approvers: readonly Struct[];
  readonly credentials: readonly Struct[];
  readonly now: Date;
}

export type PolicyOutcome = z.output<typeof Outcome>;

export interface EvaluatedPolicy {
  readonly policy: CompiledPolicy;
  readonly outcome: PolicyOutcome;
  /** Whether it allows any of the views, at least once there are more approvals. */
  readonly isOpen: boolean;
  /** What the policy saw. */
  readonly lookUp: LookUp;
}

export interface PolicyVerdict {
  readonly outcome: PolicyOutcome;
  readonly policies: readonly EvaluatedPolicy[];
}

/** How many steps all policies together may take for one request. */
const mostSteps = 1_000_000;

/** What all policies together say about one view, from the strongest. */
const verdicts = ['OUTCOME_DENY_EXPLICIT', 'OUTCOME_ALLOW', 'OUTCOME_REQUIRES_CONSENSUS'] as const;

/** What one policy says about several views: the first of these that it says about any. */
const strongest: readonly PolicyOutcome[] = [
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_ERROR',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_ALLOW',
  'OUTCOME_TIME_INACTIVE',
  'OUTCOME_DENY_IMPLICIT',
];

const open: readonly PolicyOutcome[] = ['OUTCOME_REQUIRES_CONSENSUS', 'OUTCOME_ALLOW'];

/** What an activity is allowed, if its parts are: the first of these that holds for any part. */
const weakest = [
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_ALLOW',
] as const;

/**
 * Evaluates policies: an explicit denial wins, then a policy that allows, then one that waits for approvals. All steps together
 * can take half a second, so other requests get turns in between.
 */
export async function evaluatePolicies({ policies }: PolicySet, policyCase: PolicyCase): Promise<PolicyVerdict> {
  const allowance = new Allowance(mostSteps);
  const cases = policyCase.views.map((view) => ({
    lookUp: lookUpIn(policyCase, view),
    isForDenials: view[deniesOnly] === true,
  }));
  const pairs = policies.flatMap((policy) => cases.map((one) => ({ policy, ...one })));
  const outcomes = await mapInTurns(pairs, ({ policy, lookUp, isForDenials }) =>
    isForDenials && policy.effect === 'EFFECT_ALLOW' ? 'OUTCOME_DENY_IMPLICIT' : outcomeOf(policy, lookUp, allowance),
  );
  const ofPolicies = policies.map((policy, position) => ({
    policy,
    said: cases.map(({ lookUp }, view) => ({
      lookUp,
      outcome: outcomes[position * cases.length + view] as PolicyOutcome,
    })),
  }));
  const ofViews = cases.flatMap(({ isForDenials }, view) => {
    const outcomes = new Set(ofPolicies.map(({ said }) => said[view]?.outcome));
    const verdict = verdicts.find((outcome) => outcomes.has(outcome)) ?? 'OUTCOME_DENY_IMPLICIT';
    return isForDenials && verdict !== 'OUTCOME_DENY_EXPLICIT' ? [] : verdict;
  });
  return {
    outcome: weakest.find((outcome) => ofViews.includes(outcome)) ?? 'OUTCOME_DENY_IMPLICIT',
    policies: ofPolicies.map(({ policy, said }) => {
      const [first, ...others] = said;
      if (!first) throw new Error('an activity without a view');
      const { outcome, lookUp } = others.reduce((one, other) => (isStronger(other, one) ? other : one), first);
      return { policy, outcome, isOpen: said.some((one) => open.includes(one.outcome)), lookUp };
    }),
  };
}

const isStronger = (one: Pick<EvaluatedPolicy, 'outcome'>, other: Pick<EvaluatedPolicy, 'outcome'>): boolean =>
  strongest.indexOf(one.outcome) < strongest.indexOf(other.outcome);

/** What expressions see under the name of a namespace. */
export function lookUpIn({ subject, approvers, credentials, now }: PolicyCase, view: PolicyView): LookUp {
  const seen = view[asActivity] ?? subject;
  const own: PolicyView = { activity: activityOf(seen), approvers, credentials, time: timeOf(now) };
  const values = new Map(Object.entries({ ...view, ...own }));
  return (namespace) => values.get(namespace) ?? parameterOf(seen, namespace);
}

/** What one policy says about one view. */
function outcomeOf(policy: CompiledPolicy, lookUp: LookUp, allowance: Allowance): PolicyOutcome {
  const denies = policy.effect === 'EFFECT_DENY';
  try {
    return allowance.spendOn((steps) => {
      if (!isApplicable(policy, lookUp)) return 'OUTCOME_DENY_IMPLICIT';
      if (!holds(policy.time, lookUp, steps)) return 'OUTCOME_TIME_INACTIVE';
      if (!holds(policy.condition, lookUp, steps)) return 'OUTCOME_DENY_IMPLICIT';
      const isAgreed = holds(policy.consensus, lookUp, steps);
      if (denies) return isAgreed ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
      return isAgreed ? 'OUTCOME_ALLOW' : 'OUTCOME_REQUIRES_CONSENSUS';
    });
  } catch (error) {
    if (!(error instanceof EvaluationError || error instanceof PolicyError)) throw error;
    // A mistake in a policy must not turn a denial into a permission.
    return denies ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';
  }
}

/** Whether the activity has every namespace that the condition names. */
function isApplicable({ condition }: CompiledPolicy, lookUp: LookUp): boolean {
  if (!condition || condition instanceof PolicyError) return true;
  for (const namespace of condition.namespaces) if (lookUp(namespace) === undefined) return false;
  return true;
}

export function holds(expression: CompiledExpression, lookUp: LookUp, budget: Budget): boolean {
  if (expression instanceof PolicyError) throw expression;
  return expression === undefined || evaluate(expression, lookUp, budget);
}
