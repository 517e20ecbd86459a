import { expect, test, vi } from 'vitest';
import { batched, maxWaiting } from '../../storage/store/batched.ts';
import { LookUpQueue } from './look-up-queue.ts';

/** Look-ups that are answered when the test says so. A question is the name of a credential, and a number. */
function createLookUps() {
  const batches: string[][] = [];
  const answers: (() => void)[] = [];
  const ask = (questions: readonly string[]) => {
    batches.push([...questions]);
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    answers.push(() => resolve(questions));
    return promise;
  };
  const lookUp = batched<string, string>(ask, 1, new LookUpQueue((question) => question.split(' ')[0] as string));
  return { lookUp, batches, answers };
}

const crowd = (count: number) => Array.from({ length: count }, (_, index) => `crowd ${index}`);

test('behavior: one that names another credential than a crowd is in the next batch', async () => {
  const { lookUp, batches, answers } = createLookUps();
  const all = crowd(300).map(lookUp);
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  const other = lookUp('other 1');
  answers[0]?.();
  await vi.waitFor(() => expect(batches).toHaveLength(2));
  expect(batches[1]?.slice(0, 3)).toEqual(['crowd 64', 'other 1', 'crowd 65']);
  answers[1]?.();
  expect(await other).toBe('other 1');
  for (let next = 2; next < 5; next++) {
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(next));
    answers[next]?.();
  }
  expect(await Promise.all(all)).toEqual(crowd(300));
});

test('error: OVERLOADED, for the last of the crowd', async () => {
  const { lookUp, batches, answers } = createLookUps();
  const all = crowd(maxWaiting).map(lookUp);
  const other = lookUp('other 1');
  await expect(all.at(-1)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  expect(batches[0]?.slice(0, 3)).toEqual(['crowd 0', 'other 1', 'crowd 1']);
  answers[0]?.();
  expect(await other).toBe('other 1');
});
