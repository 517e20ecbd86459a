import {
  type Allowance,
  type Budget,
  EvaluationError,
  type Expression,
  evaluate,
  type LookUp,
  PolicyError,
  type Struct,
  type Value,
} from '@mintmark/policy';
import { activityOf, parameterOf, timeOf } from '@mintmark/policy/namespaces';
import type { Outcome } from '@mintmark/schema/fields/policies/outcome';
import type { z } from 'zod';
import { asActivity, deniesOnly, type PolicyView } from '../../core/handlers/policy-view.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { CompiledExpression, CompiledPolicy, PolicySet } from '../../core/ports/policy-sets.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import { CheckedTimes } from './checked-times.ts';
import type { EvaluationOptions } from './evaluation-options.ts';

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

/** How many further pairs of a policy and a view take a step, however little there is to evaluate. */
const pairsOfStep = 4;

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
 * Evaluates policies: an explicit denial wins, then a policy that allows, then one that waits for approvals. What the allowance
 * does not suffice for is an error: it denies, or does not allow. All steps together can take tens of milliseconds, so other requests
 * get turns in between.
 */
export async function evaluatePolicies(
  { policies }: PolicySet,
  policyCase: PolicyCase,
  allowance: Allowance,
  { inTurns = mapInTurns, times = new CheckedTimes() }: EvaluationOptions = {},
): Promise<PolicyVerdict> {
  const activities = new Map<string, Struct>();
  const cases = policyCase.views.map((view) => ({
    lookUp: lookUpIn(policyCase, view, activities),
    isForDenials: view[deniesOnly] === true,
  }));
  const alike = cases.length > 1 ? new AlikeViews() : undefined;
  // There can be hundreds of thousands of pairs of a policy and a view, so they are counted and not made.
  const pairs = [...Array(policies.length * cases.length).keys()];
  const outcomes = await inTurns(pairs, (pair): PolicyOutcome => {
    const view = pair % cases.length;
    const policy = policies[(pair - view) / cases.length] as CompiledPolicy;
    const { lookUp, isForDenials } = cases[view] as (typeof cases)[number];
    if (view % pairsOfStep === 0) allowance.spend(1);
    if (isForDenials && policy.effect === 'EFFECT_ALLOW') return 'OUTCOME_DENY_IMPLICIT';
    if (allowance.isExhausted) return outcomeOfError(policy);
    const evaluate = () =>
      allowance.spendOn((steps) =>
        outcomeOf(policy, lookUp, steps, (time) => times.holds(time, policyCase.now, steps)),
      );
    return alike ? alike.outcomeOf(policy, lookUp, evaluate) : evaluate();
  });
  const ofPolicies = await inTurns([...policies.entries()], ([position, policy]) => ({
    policy,
    said: cases.map(({ lookUp }, view) => ({
      lookUp,
      outcome: outcomes[position * cases.length + view] as PolicyOutcome,
    })),
  }));
  const ofViews = await inTurns([...cases.entries()], ([view, { isForDenials }]) => {
    const outcomes = new Set(ofPolicies.map(({ said }) => said[view]?.outcome));
    const verdict = verdicts.find((outcome) => outcomes.has(outcome)) ?? 'OUTCOME_DENY_IMPLICIT';
    return isForDenials && verdict !== 'OUTCOME_DENY_EXPLICIT' ? undefined : verdict;
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

/**
 * What expressions see under the name of a namespace.
 *
 * @param activities The activities that other views were seen as, by type: the same one is the same value.
 */
export function lookUpIn(
  { subject, approvers, credentials, now }: PolicyCase,
  view: PolicyView,
  activities = new Map<string, Struct>(),
): LookUp {
  const seen = view[asActivity] ?? subject;
  const activity = activities.get(seen.type) ?? activityOf(seen);
  activities.set(seen.type, activity);
  const own: PolicyView = { activity, approvers, credentials, time: timeOf(now) };
  const values = new Map(Object.entries({ ...view, ...own }));
  let parameters: Struct | undefined;
  const readParameters = () => {
    parameters ??= seen.parameters();
    return parameters;
  };
  return (namespace) => values.get(namespace) ?? parameterOf(readParameters, namespace);
}

/**
 * Outcomes of a policy for views in which everything that its condition names is the same value. A denial for one address of a
 * hundred keys is evaluated a hundred times, and what names only the activity is evaluated once.
 */
class AlikeViews {
  readonly #ids = new Map<Value | undefined, number>();
  #policy: CompiledPolicy | undefined;
  #outcomes = new Map<string, PolicyOutcome>();

  /** Of one policy after the other. */
  outcomeOf(policy: CompiledPolicy, lookUp: LookUp, evaluate: () => PolicyOutcome): PolicyOutcome {
    const { condition } = policy;
    if (this.#policy !== policy) {
      this.#policy = policy;
      this.#outcomes = new Map();
    }
    const named = condition && !(condition instanceof PolicyError) ? [...condition.namespaces] : [];
    const key = named.map((namespace) => this.#idOf(lookUp(namespace))).join();
    const known = this.#outcomes.get(key);
    if (known) return known;
    const outcome = evaluate();
    this.#outcomes.set(key, outcome);
    return outcome;
  }

  #idOf(value: Value | undefined): number {
    const id = this.#ids.get(value) ?? this.#ids.size;
    this.#ids.set(value, id);
    return id;
  }
}

/** What one policy says about one view. */
function outcomeOf(
  policy: CompiledPolicy,
  lookUp: LookUp,
  steps: Budget,
  isTime: (expression: Expression) => boolean,
): PolicyOutcome {
  const { effect, time, condition, consensus } = policy;
  try {
    if (!isApplicable(policy, lookUp)) return 'OUTCOME_DENY_IMPLICIT';
    if (time instanceof PolicyError) throw time;
    if (time && !isTime(time)) return 'OUTCOME_TIME_INACTIVE';
    if (!holds(condition, lookUp, steps)) return 'OUTCOME_DENY_IMPLICIT';
    const isAgreed = holds(consensus, lookUp, steps);
    if (effect === 'EFFECT_DENY') return isAgreed ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
    return isAgreed ? 'OUTCOME_ALLOW' : 'OUTCOME_REQUIRES_CONSENSUS';
  } catch (error) {
    if (!(error instanceof EvaluationError || error instanceof PolicyError)) throw error;
    return outcomeOfError(policy);
  }
}

/** A mistake in a policy must not turn a denial into a permission. */
const outcomeOfError = ({ effect }: CompiledPolicy): PolicyOutcome =>
  effect === 'EFFECT_DENY' ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';

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
