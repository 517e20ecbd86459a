import { isDeepStrictEqual } from 'node:util';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, type ApiError, endsActivity } from '../../core/model/api-error.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import { proveAddresses } from '../../custody/proofs/prove-addresses.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { WorkingTime } from '../../storage/store/working-time.ts';

type Phases = NonNullable<Execution['phases']>;

/** What is prepared: an activity, and the rows that its handler relies on. */
export interface PreparedOf {
  readonly activityId: string;
  readonly inputs: unknown;
}

interface PreparationOptions {
  readonly timeoutMs: number;
  /** Whether a failure is stored with the activity whatever its kind: so it is after a later approval. */
  readonly keepsFailures: boolean;
  /** Whether the addresses that were derived are proved. */
  readonly wantsProofs: boolean;
}

/**
 * What the prepare phase of an activity made, and from which inputs. It is kept while the inputs stay the same, since some work
 * can be done only once: a foreign code can be spent once. It is wiped in the end, whether it was used or not.
 */
export class Preparation implements Disposable {
  #made:
    | {
        readonly of: PreparedOf;
        readonly value: unknown;
        readonly proofs: readonly AppProof[];
        readonly failure: ApiError | undefined;
      }
    | undefined;

  /** Whether it was made for this activity, and from these inputs. */
  isOf(of: PreparedOf): boolean {
    return this.#made !== undefined && isDeepStrictEqual(this.#made.of, of);
  }

  get value(): unknown {
    return this.#made?.value;
  }

  /** Proofs of the addresses that were derived, if they were asked for. */
  get proofs(): readonly AppProof[] {
    return this.#made?.proofs ?? [];
  }

  /** Why the work failed, if that has to be stored. */
  get failure(): ApiError | undefined {
    return this.#made?.failure;
  }

  /** Does the work, unless it was done for the same activity with the same inputs. */
  async make(
    { prepare, derivations }: Phases,
    of: PreparedOf,
    context: Omit<PrepareContext, 'signal' | 'activityId'>,
    { timeoutMs, keepsFailures, wantsProofs }: PreparationOptions,
  ): Promise<void> {
    if (this.isOf(of)) return;
    const { activityId, inputs } = of;
    this[Symbol.dispose]();
    try {
      const value = await inTime((signal) => prepare({ ...context, activityId, signal }, inputs), timeoutMs);
      this.#made = { of, value, proofs: [], failure: undefined };
    } catch (error) {
      const isStored = error instanceof ActivityFailure || (keepsFailures && endsActivity(error));
      if (!isStored) throw error;
      this.#made = { of, value: undefined, proofs: [], failure: error };
      return;
    }
    if (!wantsProofs) return;
    // Here, and not at the commit: there may be hundreds, and others would wait for the lock.
    const { services, organization } = context;
    const proofs = await proveAddresses(services, derivations(organization, this.#made.value));
    this.#made = { ...this.#made, proofs };
  }

  [Symbol.dispose](): void {
    const made = this.#made;
    this.#made = undefined;
    wipe(made?.value);
  }
}

/** When the work is aborted, as a share of its time. The rest is for its own failure, which says more than that it was late. */
const abortAt = 0.9;

const lateError = () => new StoreError('TIMEOUT', 'preparing the activity took too long');

/** Work that ends too late is wiped as soon as it ends. */
async function inTime(work: (signal: AbortSignal) => Promise<unknown>, timeoutMs: number): Promise<unknown> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  using _abort = new WorkingTime(timeoutMs * abortAt).onOver(() => ending.abort(lateError()));
  using _end = new WorkingTime(timeoutMs).onOver(() => late.reject(lateError()));
  // A function that throws synchronously is a rejection like any other.
  const value = (async () => work(ending.signal))();
  try {
    return await Promise.race([value, late.promise]);
  } catch (error) {
    value.then(wipe, () => {});
    throw error;
  }
}

function wipe(value: unknown): void {
  if (typeof value === 'object' && value !== null && Symbol.dispose in value) (value as Disposable)[Symbol.dispose]();
}
