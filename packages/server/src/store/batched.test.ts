import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** A batched look-up whose answers the test controls. */
function slowAsk() {
  const batches: { readonly keys: readonly number[]; readonly answer: (error?: Error) => void }[] = [];
  const find = batched<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const answer = (error?: Error) => (error ? reject(error) : resolve(keys.map((key) => `value ${key}`)));
    batches.push({ keys, answer });
    return promise;
  }, 2);
  return { find, batches };
}

test('default: asks at once, and each key gets its own value', async () => {
  const { find, batches } = slowAsk();
  const found = find(1);
  expect(batches.map(({ keys }) => keys)).toEqual([[1]]);
  batches[0]?.answer();
  expect(await found).toBe('value 1');
});

test('behavior: keys that arrive while two batches are in flight go out together', async () => {
  const { find, batches } = slowAsk();
  const found = Promise.all(Array.from({ length: 70 }, (_, key) => find(key)));
  expect(batches.map(({ keys }) => keys.length)).toEqual([1, 1]);
  batches[1]?.answer();
  await setTimeout();
  expect(batches.map(({ keys }) => keys.length)).toEqual([1, 1, 64]);
  batches[0]?.answer();
  await setTimeout();
  expect(batches.map(({ keys }) => keys.length)).toEqual([1, 1, 64, 4]);
  batches[2]?.answer();
  batches[3]?.answer();
  expect(await found).toEqual(Array.from({ length: 70 }, (_, key) => `value ${key}`));
});

test('behavior: a failure affects only its own batch', async () => {
  const { find, batches } = slowAsk();
  const found = [1, 2, 3, 4].map((key) => find(key).catch((error: Error) => error.message));
  batches[0]?.answer(new Error('away'));
  await setTimeout();
  batches[1]?.answer();
  batches[2]?.answer();
  expect(await Promise.all(found)).toEqual(['away', 'value 2', 'value 3', 'value 4']);
});

test('error: OVERLOADED', async () => {
  const { find, batches } = slowAsk();
  const found = Array.from({ length: 515 }, (_, key) => find(key).catch(({ code }) => code));
  expect(await found[514]).toBe('OVERLOADED');
  while (batches.length > 0) {
    batches.shift()?.answer();
    await setTimeout();
  }
  expect((await Promise.all(found)).filter((value) => value === 'OVERLOADED')).toHaveLength(1);
});
