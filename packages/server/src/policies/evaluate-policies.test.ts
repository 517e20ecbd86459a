import { expect, test } from 'vitest';
import type { PolicySubject } from '../contract/read-activity.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { stepsFor } from './evaluation-steps.ts';
import { Allowance } from './language/budget.ts';
import { compilePolicySet } from './policy-set.ts';

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

const policiesWith = (condition: string, count: number) =>
  compilePolicySet(
    Array.from({ length: count }, (_, index) => ({
      ...{ id: `${index}`, name: `${index}`, effect: 'EFFECT_ALLOW' as const },
      ...{ condition, consensus: '', time: '' },
    })),
  );

test('behavior: other work gets turns while many steps are taken, and all policies share one budget', async () => {
  const items = Array.from({ length: 400 }, (_, index) => BigInt(index));
  const message = new Map([['items', items]]);
  const bomb = "eth.eip_712.message['items'].any(x, eth.eip_712.message['items'].any(y, x == y))";
  let turns = 0;
  let isOver = false;
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  const { outcome, policies } = await evaluatePolicies(
    policiesWith(bomb, 100),
    {
      ...ofCase,
      views: [{ 'eth.eip_712': { message } }],
    },
    new Allowance(stepsFor(1)),
  );
  isOver = true;
  expect(outcome).toBe('OUTCOME_DENY_IMPLICIT');
  expect(new Set(policies.map((policy) => policy.outcome))).toEqual(new Set(['OUTCOME_ERROR']));
  // One would come without any pause. How many there are depends on the speed of the machine.
  expect(turns).toBeGreaterThan(1);
});
