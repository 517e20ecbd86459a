import { expect, test } from 'vitest';
import { planFaults } from './fault-plan.ts';
import { createRandom } from './random.ts';

const durationMs = 600_000;
const planOf = (seed: number) => planFaults(createRandom(seed), durationMs);

test('default: the same seed gives the same plan, another seed another plan', () => {
  expect(planOf(1)).toEqual(planOf(1));
  expect(planOf(1)).not.toEqual(planOf(2));
});

test.each([1, 2, 3])('behavior: with seed %i every kind of fault occurs, in order, and ends in time', (seed) => {
  const plan = planOf(seed);
  expect(new Set(plan.map(({ kind }) => kind)).size).toBe(7);
  expect(new Set(plan.map(({ process }) => process))).toEqual(new Set([0, 1]));
  expect(plan.map(({ atMs }) => atMs)).toEqual(plan.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  for (const { atMs, forMs } of plan) expect(atMs + forMs).toBeLessThanOrEqual(0.9 * durationMs);
});

test.each([1, 2, 3])('behavior: with seed %i services are killed in the first half only', (seed) => {
  const kills = planOf(seed).filter(({ kind }) => kind === 'killService');
  expect(kills.length).toBeGreaterThan(0);
  for (const { atMs } of kills) expect(atMs).toBeLessThanOrEqual(durationMs / 2);
});

test('behavior: a run that is too short has no faults', () => {
  expect(planFaults(createRandom(1), 1_000)).toEqual([]);
});
