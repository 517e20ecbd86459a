import { expect, test } from 'vitest';
import { type Answer, type Replay, runReplay } from './replay.ts';

const allow: Answer = { outcome: 'OUTCOME_ALLOW' };
const deny: Answer = { outcome: 'OUTCOME_DENY_IMPLICIT' };

function recorder() {
  const seen: Replay<number>[] = [];
  return { seen, onProgress: (replay: Replay<number>) => seen.push(replay), last: () => seen.at(-1) };
}

test('default: sorts activities into the same, the different and those that cannot be compared, in their order', async () => {
  const { onProgress, last, seen } = recorder();
  const after: Answer[] = [allow, deny, { problem: 'gone' }, deny];
  await runReplay({
    ...{ items: [0, 1, 2, 3], atOnce: 3, signal: new AbortController().signal, onProgress },
    ask: async (item, isProposed) => {
      // Later ones answer first.
      await new Promise((resolve) => setTimeout(resolve, 4 - item));
      return isProposed ? (after[item] as Answer) : allow;
    },
  });
  expect(last()).toMatchObject({ total: 4, done: 4, same: 1 });
  expect(last()?.different.map(({ item }) => item)).toEqual([1, 3]);
  expect(last()?.incomparable.map(({ item }) => item)).toEqual([2]);
  expect(seen.map(({ done }) => done)).toEqual([0, 1, 2, 3, 4]);
});

test('behavior: asks about a few at the same time only', async () => {
  let [running, max] = [0, 0];
  await runReplay({
    ...{ items: [...Array(20).keys()], atOnce: 4, signal: new AbortController().signal, onProgress: () => undefined },
    ask: async () => {
      running += 1;
      max = Math.max(max, running);
      await Promise.resolve();
      running -= 1;
      return allow;
    },
  });
  expect(max).toBe(8);
});

test('behavior: asks nothing further once it is cancelled, and keeps what was found', async () => {
  const { onProgress, last } = recorder();
  const aborting = new AbortController();
  let asked = 0;
  await runReplay({
    ...{ items: [0, 1, 2, 3], atOnce: 1, signal: aborting.signal, onProgress },
    ask: async (item, _, signal) => {
      asked += 1;
      if (item === 1) aborting.abort();
      signal.throwIfAborted();
      return allow;
    },
  });
  expect(asked).toBe(4);
  expect(last()).toMatchObject({ total: 4, done: 1 });
});

test('error: an error of one question ends the others and is thrown', async () => {
  const { onProgress, last } = recorder();
  let asked = 0;
  const replay = runReplay({
    ...{ items: [...Array(20).keys()], atOnce: 2, signal: new AbortController().signal, onProgress },
    ask: async () => {
      asked += 1;
      if (asked === 5) throw new Error('away');
      return allow;
    },
  });
  await expect(replay).rejects.toThrow('away');
  expect(last()?.done).toBeLessThan(20);
  expect(asked).toBeLessThan(12);
});
