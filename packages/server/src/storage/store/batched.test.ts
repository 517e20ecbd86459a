import { setImmediate } from 'node:timers/promises';
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

/** Lets the event loop turn once, so that keys go out. */
const turn = () => setImmediate();

test('default: asks in the next turn of the event loop, and each key gets its own value', async () => {
  const { find, batches } = slowAsk();
  const found = [find(1), find(2)];
  await turn();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2]]);
  batches[0]?.answer();
  expect(await Promise.all(found)).toEqual(['value 1', 'value 2']);
});

test('behavior: a second batch goes out while the first one is in flight', async () => {
  const { find, batches } = slowAsk();
  const first = find(1);
  await turn();
  const second = find(2);
  await turn();
  batches[1]?.answer();
  expect(await second).toBe('value 2');
  batches[0]?.answer();
  expect(await first).toBe('value 1');
});

test('behavior: keys that arrive while two batches are in flight go out together', async () => {
  const { find, batches } = slowAsk();
  const found = Promise.all(Array.from({ length: 150 }, (_, key) => find(key)));
  await turn();
  expect(batches.map(({ keys }) => keys.length)).toEqual([64, 64]);
  const last = find(150);
  await turn();
  expect(batches).toHaveLength(2);
  batches[1]?.answer();
  await turn();
  expect(batches.map(({ keys }) => keys.length)).toEqual([64, 64, 23]);
  batches[0]?.answer();
  batches[2]?.answer();
  expect(await found).toEqual(Array.from({ length: 150 }, (_, key) => `value ${key}`));
  expect(await last).toBe('value 150');
});

test('behavior: a failure affects only its own batch', async () => {
  const { find, batches } = slowAsk();
  const found: Promise<string>[] = [];
  for (const key of [1, 2, 3]) {
    found.push(find(key).catch((error: Error) => error.message));
    await turn();
  }
  batches[0]?.answer(new Error('away'));
  await turn();
  batches[1]?.answer();
  batches[2]?.answer();
  expect(await Promise.all(found)).toEqual(['away', 'value 2', 'value 3']);
});

test('error: OVERLOADED', async () => {
  const { find, batches } = slowAsk();
  const found = Array.from({ length: 513 }, (_, key) => find(key).catch(({ code }) => code));
  expect(await found[512]).toBe('OVERLOADED');
  await turn();
  while (batches.length > 0) {
    batches.shift()?.answer();
    await turn();
  }
  expect((await Promise.all(found)).filter((value) => value === 'OVERLOADED')).toHaveLength(1);
});
