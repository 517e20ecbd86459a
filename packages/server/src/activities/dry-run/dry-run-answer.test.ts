import { expect, test } from 'vitest';
import { compilePolicySet } from '../../policies/sets/policy-set.ts';
import { explainPolicies } from './dry-run-answer.ts';

/** Explains policies that each take more steps than one evaluation may, and counts what they read. */
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
  const lookUp = () => {
    reads++;
    return { message };
  };
  const explained = await explainPolicies(
    policies.map((policy) => ({ policy, outcome: 'OUTCOME_ERROR' as const, isOpen: false, lookUp })),
  );
  expect(explained).toHaveLength(count);
  expect(explained.at(-1)).toMatchObject({ expression: condition });
  return reads;
}

test('behavior: all explanations share their steps, which are few', async () => {
  const one = await explainBombs(1);
  expect(await explainBombs(100)).toBeLessThan(one * 2);
});
