import { Allowance } from '../../policy/src/evaluate/budget.ts';
import type { Struct } from '../../policy/src/values/value.ts';
import type { PolicyView } from '../../server/src/core/handlers/policy-view.ts';
import { evaluatePolicies, type PolicyCase } from '../../server/src/policies/evaluation/evaluate-policies.ts';
import { stepsFor } from '../../server/src/policies/evaluation/evaluation-steps.ts';
import { compilePolicySet } from '../../server/src/policies/sets/policy-set.ts';

/** A policy that is written as in a request. It allows, unless told otherwise. */
export interface ExamplePolicy {
  readonly effect?: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition?: string;
  readonly consensus?: string;
  readonly time?: string;
}

/** An activity that somebody submitted. It signs a transaction, unless told otherwise. */
export interface ExampleActivity {
  readonly type?: string;
  readonly kind?: string;
  readonly resource?: string;
  readonly action?: string;
  readonly params?: Struct;
  readonly view?: PolicyView;
  readonly approvers?: readonly Struct[];
  readonly credentials?: readonly Struct[];
  readonly now?: string;
}

const caseOf = ({
  type = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  kind = 'SIGN_TRANSACTION',
  resource = 'PRIVATE_KEY',
  action = 'SIGN',
  params = {},
  view = {},
  approvers = [],
  credentials = [],
  now = '2026-07-01T12:00:00Z',
}: ExampleActivity): PolicyCase => ({
  subject: {
    type,
    kind,
    resource,
    action,
    isRootQuorumOnly: false,
    parameters: () => params,
    views: async () => [view],
  },
  views: [view],
  approvers,
  credentials,
  now: new Date(now),
});

const everything = {
  id: 'everything',
  name: 'everything',
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
} as const;

/**
 * What the server decides about an activity, if there is only this policy. One that denies stands beside a policy that allows
 * everything.
 */
export async function outcomeOf(
  { effect = 'EFFECT_ALLOW', condition = '', consensus = '', time = '' }: ExamplePolicy,
  activity: ExampleActivity,
): Promise<string> {
  const policy = { id: 'example', name: 'example', effect, condition, consensus, time };
  const set = compilePolicySet(effect === 'EFFECT_DENY' ? [policy, everything] : [policy]);
  for (const compiled of set.policies)
    for (const expression of [compiled.condition, compiled.consensus, compiled.time])
      if (expression instanceof Error) throw expression;
  return (await evaluatePolicies(set, caseOf(activity), new Allowance(stepsFor(1)))).outcome;
}

/** A title, a policy, and activities of which the first ones are allowed and the others are not. */
export type Example = readonly [
  title: string,
  policy: ExamplePolicy,
  activities: { readonly allowed: readonly ExampleActivity[]; readonly denied: readonly ExampleActivity[] },
];
