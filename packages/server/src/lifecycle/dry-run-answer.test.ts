import { expect, test } from 'vitest';
import { compilePolicySet } from '../policies/policy-set.ts';
import { explainPolicies } from './dry-run-answer.ts';

/** Explains policies that each take more steps than one evaluation may, and counts what they read and the turns of others. */
async function explainBombs(count: number) {
  const items = Array.from({ length: 400 }, (_, index) => BigInt(index));
  const message = new Map([['items', items]]);
  const condition = "eth.eip_712.message['items'].any(x, eth.eip_712.message['items'].any(y, x == y))";
  const { policies } = compilePolicySet(
    Array.from({ length: count }, (_, index) => ({
      ...{ id: `${index}`, name: `${index}`, effect: 'EFFECT_ALLOW' as const },
      ...{ condition, consensus: '', time: '' },
    })),
  );
  let reads = 0;
  let turns = 0;
  let isOver = false;
  const lookUp = () => {
    reads++;
    return { message };
  };
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  const explained = await explainPolicies(
    policies.map((policy) => ({ policy, outcome: 'OUTCOME_ERROR' as const, isOpen: false, lookUp })),
  );
  isOver = true;
  expect(explained).toHaveLength(count);
  return { reads, turns };
}

test('behavior: all explanations share their steps, and other work gets turns', async () => {
  const one = await explainBombs(1);
  const many = await explainBombs(100);
  expect(many.reads).toBeLessThan(one.reads * 20);
  // One would come without any pause.
  expect(many.turns).toBeGreaterThan(1);
});
