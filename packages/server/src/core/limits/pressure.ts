import { StoreError } from '../../storage/store/store-error.ts';
import { lateness } from '../../storage/store/working-time.ts';
import { ApiError } from '../model/api-error.ts';

/** After this long, half of a delay is forgotten: the next requests show whether it is over. */
const halfLifeMs = 500;

interface Delays {
  /** Of an answer of the database. */
  readonly databaseMs: number;
  /** Of the event loop. */
  readonly loopMs: number;
}

/**
 * How late this process and its database are. If a new request could hardly be finished in time, it is refused before anything is done
 * for it, so that those that were accepted are finished.
 */
export class Pressure {
  readonly #max: Delays;
  readonly #clockMs: () => number;
  readonly #lateMs: () => number;
  #delayMs = 0;
  #at = 0;

  /** @param max The longest delays with which requests are accepted. */
  constructor(
    max: Delays,
    clockMs: () => number = () => performance.now(),
    lateMs: () => number = () => lateness.currentMs,
  ) {
    this.#max = max;
    this.#clockMs = clockMs;
    this.#lateMs = lateMs;
  }

  /** Notes how long something took that every request needs, and that takes a few milliseconds otherwise. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const start = this.#clockMs();
    try {
      const result = await work();
      this.#note(start);
      return result;
    } catch (error) {
      // A database that is away is not overloaded.
      if (error instanceof StoreError && error.code === 'TIMEOUT') this.#note(start);
      throw error;
    }
  }

  #note(start: number): void {
    const end = this.#clockMs();
    this.#delayMs = Math.max(end - start, this.#delay);
    this.#at = end;
  }

  /** Throws if a new request would come too late. */
  check(): void {
    if (this.#delay > this.#max.databaseMs || this.#lateMs() > this.#max.loopMs)
      throw new ApiError('UNAVAILABLE', 'the service is overloaded');
  }

  get #delay(): number {
    return this.#delayMs * 0.5 ** ((this.#clockMs() - this.#at) / halfLifeMs);
  }
}
