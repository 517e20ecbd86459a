import { Allowance } from '@mintmark/policy';
import { describe, expect, test } from 'vitest';
import { asActivity, type PolicyView } from '../../core/handlers/policy-view.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import { compilePolicySet } from '../sets/policy-set.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { stepsFor } from './evaluation-steps.ts';

const subject: PolicySubject = {
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  kind: 'SIGN_RAW_PAYLOAD',
  resource: 'PRIVATE_KEY',
  action: 'SIGN',
  isRootQuorumOnly: false,
  parameters: () => ({}),
  views: async () => [],
};
const ofCase = { subject, approvers: [], credentials: [], now: new Date() };

interface Written {
  readonly condition: string;
  readonly effect?: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus?: string;
}

const policies = (...written: readonly Written[]) =>
  compilePolicySet(
    written.map(({ condition, effect = 'EFFECT_ALLOW', consensus = '' }, index) => ({
      ...{ id: `${index}`, name: `${index}`, effect, condition, consensus, time: '' },
    })),
  );

/** A view with a list of this many items. */
const viewWith = (count: number): PolicyView => ({
  'eth.eip_712': { message: new Map([['items', Array.from({ length: count }, (_, index) => BigInt(index))]]) },
});
const items = "eth.eip_712.message['items']";
/** Takes more than three steps for each pair of items. */
const pairs = `${items}.all(x, ${items}.any(y, x == y))`;

async function evaluate(
  set: ReturnType<typeof policies>,
  views: readonly PolicyView[],
  steps = stepsFor(views.length),
) {
  const allowance = new Allowance(steps);
  const { outcome, policies } = await evaluatePolicies(set, { ...ofCase, views }, allowance);
  return { outcome, outcomes: policies.map((policy) => policy.outcome), spent: steps - allowance.left };
}

test('behavior: an activity is allowed as far as the least of what it does', async () => {
  const labelled = (...labels: readonly string[]) => labels.map((label) => ({ wallet: { label } }));
  const some = policies(
    { condition: "wallet.label == 'allowed'" },
    { condition: "wallet.label == 'waiting'", consensus: 'approvers.count() > 0' },
    { condition: "wallet.label == 'denied'", effect: 'EFFECT_DENY' },
  );
  const outcomeOf = async (...labels: readonly string[]) => (await evaluate(some, labelled(...labels))).outcome;
  expect(await outcomeOf('allowed', 'allowed')).toBe('OUTCOME_ALLOW');
  expect(await outcomeOf('waiting', 'allowed')).toBe('OUTCOME_REQUIRES_CONSENSUS');
  expect(await outcomeOf('allowed', 'unknown')).toBe('OUTCOME_DENY_IMPLICIT');
  // No approval can help what no policy mentions.
  expect(await outcomeOf('waiting', 'unknown')).toBe('OUTCOME_DENY_IMPLICIT');
  expect(await outcomeOf('unknown', 'waiting', 'denied')).toBe('OUTCOME_DENY_EXPLICIT');
});

test('behavior: other work gets turns while many steps are taken', async () => {
  let turns = 0;
  let isOver = false;
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  const many = policies(...Array.from({ length: 100 }, () => ({ condition: pairs })));
  const { outcomes } = await evaluate(many, [viewWith(400)], 1_000_000);
  isOver = true;
  expect(new Set(outcomes)).toEqual(new Set(['OUTCOME_ERROR']));
  // One would come without any pause. How many there are depends on the speed of the machine.
  expect(turns).toBeGreaterThan(1);
});

describe('the budget of a request', () => {
  const long = { condition: pairs };

  test('default: all policies together have 100,000 steps', async () => {
    const { spent } = await evaluate(policies(long), [viewWith(80)]);
    const count = Math.floor(100_000 / spent);
    expect(count).toBeGreaterThan(1);
    const { outcomes } = await evaluate(policies(...Array.from({ length: count + 2 }, () => long)), [viewWith(80)]);
    expect(outcomes).toEqual([
      ...Array.from({ length: count }, () => 'OUTCOME_ALLOW'),
      'OUTCOME_ERROR',
      'OUTCOME_ERROR',
    ]);
  });

  test('behavior: a denial for which no steps are left denies, also what an earlier policy allows', async () => {
    const never = { condition: "activity.action == 'EXPORT'", effect: 'EFFECT_DENY' } as const;
    const allows = { condition: "activity.action == 'SIGN'" };
    const some = policies(allows, ...Array.from({ length: 10 }, () => long), never);
    expect(await evaluate(some, [viewWith(3)])).toMatchObject({ outcome: 'OUTCOME_ALLOW' });
    const { outcome, outcomes } = await evaluate(some, [viewWith(100)]);
    expect(outcome).toBe('OUTCOME_DENY_EXPLICIT');
    expect([outcomes[0], outcomes.at(-2), outcomes.at(-1)]).toEqual([
      'OUTCOME_ALLOW',
      'OUTCOME_ERROR',
      'OUTCOME_DENY_EXPLICIT',
    ]);
  });

  test('behavior: a permission for which no steps are left does not allow', async () => {
    const allows = { condition: "activity.action == 'SIGN'" };
    const some = policies(...Array.from({ length: 10 }, () => ({ condition: `${pairs} && false` })), allows);
    expect(await evaluate(some, [viewWith(3)])).toMatchObject({ outcome: 'OUTCOME_ALLOW' });
    expect(await evaluate(some, [viewWith(100)])).toMatchObject({ outcome: 'OUTCOME_DENY_IMPLICIT' });
  });

  test('args: 2,000 more for each further view, up to a hundred of them', () => {
    expect([1, 2, 101, 102, 10_000].map(stepsFor)).toEqual([100_000, 102_000, 300_000, 300_000, 300_000]);
  });

  test('behavior: what looks the same in several views is evaluated once', async () => {
    const views = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ wallet: { label: `${index}` }, ...viewWith(2) }));
    const activity = policies(...Array.from({ length: 50 }, () => ({ condition: "activity.action == 'SIGN'" })));
    const one = await evaluate(activity, views(1));
    const many = await evaluate(activity, views(1_000));
    expect(many.outcome).toBe('OUTCOME_ALLOW');
    // Besides a step for every four pairs of a policy and a view.
    expect(many.spent).toBe(one.spent + 50 * (1_000 / 4 - 1));
    const wallet = policies({ condition: "wallet.label != '7'" });
    expect(await evaluate(wallet, views(8))).toMatchObject({ outcome: 'OUTCOME_DENY_IMPLICIT' });
    expect(await evaluate(wallet, views(7))).toMatchObject({ outcome: 'OUTCOME_ALLOW' });
  });

  test('behavior: what is done as another activity is not taken for the activity itself', async () => {
    const other = { ...subject, type: 'ACTIVITY_TYPE_UPDATE_USER_TAG', action: 'UPDATE' };
    const tagged = (id: string) => ({ [asActivity]: { ...other, parameters: () => ({ user_tag_id: id }) } });
    const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
    const signs = { condition: "activity.action == 'SIGN'" };
    const tags = { condition: `activity.params.user_tag_id == '${one}'` };
    expect(await evaluate(policies(signs), [{}, tagged(one)])).toMatchObject({ outcome: 'OUTCOME_DENY_IMPLICIT' });
    expect(await evaluate(policies(signs, tags), [{}, tagged(one)])).toMatchObject({ outcome: 'OUTCOME_ALLOW' });
    expect(await evaluate(policies(signs, tags), [{}, tagged(one), tagged(two)])).toMatchObject({
      outcome: 'OUTCOME_DENY_IMPLICIT',
    });
  });
});
