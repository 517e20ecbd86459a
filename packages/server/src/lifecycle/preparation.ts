import { isDeepStrictEqual } from 'node:util';
import { ActivityFailure, ApiError } from '../contract/api-error.ts';
import type { PrepareContext } from '../contract/implement.ts';
import type { Execution } from '../contract/read-activity.ts';
import { StoreError } from '../store/store-error.ts';

type Phases = NonNullable<Execution['phases']>;

/**
 * What the prepare phase of an activity made, and from which inputs. It is kept while the inputs stay the same, since some work
 * can be done only once: a foreign code can be spent once. It is wiped in the end, whether it was used or not.
 */
export class Preparation implements Disposable {
  #made: { readonly inputs: unknown; readonly value: unknown; readonly failure: ApiError | undefined } | undefined;

  /** Whether it was made from these inputs. */
  isOf(inputs: unknown): boolean {
    return this.#made !== undefined && isDeepStrictEqual(this.#made.inputs, inputs);
  }

  get value(): unknown {
    return this.#made?.value;
  }

  /** Why the work failed, if that has to be stored. */
  get failure(): ApiError | undefined {
    return this.#made?.failure;
  }

  /**
   * Does the work, unless it was done with the same inputs.
   *
   * @param keepsFailures Whether a failure is stored with the activity whatever its kind: so it is after a later approval.
   */
  async make(
    { prepare }: Phases,
    inputs: unknown,
    context: Omit<PrepareContext, 'signal'>,
    { timeoutMs, keepsFailures }: { readonly timeoutMs: number; readonly keepsFailures: boolean },
  ): Promise<void> {
    if (this.isOf(inputs)) return;
    this[Symbol.dispose]();
    try {
      const value = await inTime((signal) => prepare({ ...context, signal }, inputs), timeoutMs);
      this.#made = { inputs, value, failure: undefined };
    } catch (error) {
      const isStored = error instanceof ActivityFailure || (keepsFailures && error instanceof ApiError);
      if (!isStored) throw error;
      this.#made = { inputs, value: undefined, failure: error };
    }
  }

  [Symbol.dispose](): void {
    const made = this.#made;
    this.#made = undefined;
    wipe(made?.value);
  }
}

/** Work that ends too late is wiped as soon as it ends. */
async function inTime(work: (signal: AbortSignal) => Promise<unknown>, timeoutMs: number): Promise<unknown> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new StoreError('TIMEOUT', 'preparing the activity took too long');
    ending.abort(error);
    late.reject(error);
  }, timeoutMs);
  // A function that throws at once is a rejection like any other.
  const value = (async () => work(ending.signal))();
  try {
    return await Promise.race([value, late.promise]);
  } catch (error) {
    value.then(wipe, () => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function wipe(value: unknown): void {
  if (typeof value === 'object' && value !== null && Symbol.dispose in value) (value as Disposable)[Symbol.dispose]();
}
