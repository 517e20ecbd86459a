import { StoreError } from './store-error.ts';

/** Somebody who waits for a value. */
export interface Asking<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | PromiseLike<Value>) => void;
  readonly refuse: (error: unknown) => void;
}

/** Who waits, and who is next. */
export interface Queue<One> {
  readonly length: number;
  /** Throws, or refuses somebody else, if too many wait. */
  add(one: One): void;
  take(): One | undefined;
}

const maxInBatch = 64;
export const maxWaiting = 512;

/** Whoever comes first is first. */
class Fifo<One> implements Queue<One> {
  readonly #waiting: One[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add(one: One): void {
    if (this.#waiting.length >= maxWaiting) throw new StoreError('OVERLOADED');
    this.#waiting.push(one);
  }

  take(): One | undefined {
    return this.#waiting.shift();
  }
}

/**
 * Looks up keys in batches. Keys that arrive in the same turn of the event loop, or while earlier batches are in flight, go out
 * together, so that queries get fewer and larger under load.
 *
 * @param ask Looks up a batch: one value for each key, in the same order. If only some failed, each is a promise.
 * @param maxUnderWay How many batches may be in flight: with more than one, a slow batch does not hold up the others.
 * @param waiting In which order keys are looked up.
 */
export function batched<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly (Value | PromiseLike<Value>)[]>,
  maxUnderWay: number,
  waiting: Queue<Asking<Key, Value>> = new Fifo(),
): (key: Key) => Promise<Value> {
  let underWay = 0;

  async function askNext(): Promise<void> {
    const batch: Asking<Key, Value>[] = [];
    while (batch.length < maxInBatch && waiting.length > 0) batch.push(waiting.take() as Asking<Key, Value>);
    underWay++;
    try {
      const values = await ask(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { refuse } of batch) refuse(error);
    } finally {
      underWay--;
      askAll();
    }
  }

  function askAll(): void {
    while (waiting.length > 0 && underWay < maxUnderWay) void askNext();
  }

  return async (key) => {
    const { promise, resolve, reject: refuse } = Promise.withResolvers<Value>();
    waiting.add({ key, resolve, refuse });
    if (waiting.length === 1 && underWay < maxUnderWay) setImmediate(askAll);
    return promise;
  };
}
