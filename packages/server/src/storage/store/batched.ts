import { StoreError } from './store-error.ts';

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

const maxInBatch = 64;
const maxWaiting = 512;

/**
 * Looks up keys in batches. Keys that arrive in the same turn of the event loop, or while earlier batches are in flight, go out
 * together, so that queries get fewer and larger under load.
 *
 * @param ask Looks up a batch: one value for each key, in the same order.
 * @param maxUnderWay How many batches may be in flight: with more than one, a slow batch does not hold up the others.
 */
export function batched<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxUnderWay: number,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;

  async function askNext(): Promise<void> {
    const batch = waiting.splice(0, maxInBatch);
    underWay++;
    try {
      const values = await ask(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      askAll();
    }
  }

  function askAll(): void {
    while (waiting.length > 0 && underWay < maxUnderWay) void askNext();
  }

  return (key) => {
    if (waiting.length >= maxWaiting) return Promise.reject(new StoreError('OVERLOADED'));
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.push({ key, resolve, reject });
    if (waiting.length === 1 && underWay < maxUnderWay) setImmediate(askAll);
    return promise;
  };
}
