import { StoreError } from './store-error.ts';

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

const mostInBatch = 64;
const mostWaiting = 512;

/**
 * Looks up keys in batches. Keys that arrive while earlier batches are in flight go out together in the next one, so that queries
 * get fewer and larger under load. When nothing is in flight, a key goes out at once.
 *
 * @param ask Looks up a batch: one value for each key, in the same order.
 * @param mostUnderWay How many batches may be in flight: with more than one, a slow batch does not hold up the others.
 */
export function batched<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
  mostUnderWay: number,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;

  async function askNext(): Promise<void> {
    const batch = waiting.splice(0, mostInBatch);
    underWay++;
    try {
      const values = await ask(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      if (waiting.length > 0) void askNext();
    }
  }

  return (key) => {
    if (waiting.length >= mostWaiting) return Promise.reject(new StoreError('OVERLOADED'));
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    waiting.push({ key, resolve, reject });
    if (underWay < mostUnderWay) void askNext();
    return promise;
  };
}
