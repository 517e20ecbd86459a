import { StoreError } from './store-error.ts';

interface Waiting<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

const mostInBatch = 64;
const mostWaiting = 512;

/**
 * Asks for many keys at once. Those that come while the database is busy with others go together in the next batch, so that it is
 * asked less often the more there is to ask; what is asked for at a quiet time goes out at once.
 *
 * @param ask Answers a batch: one value for each key, in their order.
 * @param mostUnderWay How many batches may be under way: with more than one, a slow one does not hold up all.
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
