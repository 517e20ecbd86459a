import { AbortError, type MintmarkError, TimeoutError } from './errors.ts';

/** What is done, and what ends it early. */
interface Limits {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; without it there is no limit. */
  readonly timeout?: number;
  /** Whether the same may be done again when the time is over. */
  readonly isRepeatable?: boolean;
}

/** What work that can be ended early gets. */
export interface Deadline {
  /** Aborted as soon as the time is over or the caller wants it. */
  readonly signal: AbortSignal;
  /** How much of the time is left, in milliseconds. */
  left(): number;
  /** Waits; if the end comes first, for ever. */
  sleep(ms: number): Promise<void>;
}

/** Timers count in 32 bits: what is longer would fire at once, and is no limit either. */
const longestTimer = 2 ** 31 - 1;

/** Does work that ends when the caller's signal says so, or after so many milliseconds. */
export async function withDeadline<Value>(
  { operation, signal: caller, timeout = Number.POSITIVE_INFINITY, isRepeatable = false }: Limits,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  const start = performance.now();
  const controller = new AbortController();
  const { signal } = controller;
  // Not signal.reason: React Native's signals have none.
  let reason: MintmarkError | undefined;
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(reason)));
  const end = (error: MintmarkError) => {
    reason = error;
    controller.abort(error);
  };
  const abort = () => end(new AbortError('ABORTED', `${operation} was aborted`, { cause: caller?.reason }));
  const expire = () =>
    end(new TimeoutError('TIMEOUT', `${operation} had no answer within ${timeout} ms`, { retryable: isRepeatable }));
  if (caller?.aborted) {
    abort();
    return ended;
  }
  const timer = timeout <= longestTimer ? setTimeout(expire, timeout) : undefined;
  caller?.addEventListener('abort', abort);
  try {
    // Also against work that does not heed the signal, such as a fetch that cannot be aborted.
    return await Promise.race([
      ended,
      work({ signal, left: () => start + timeout - performance.now(), sleep: (ms) => pause(ms, signal) }),
    ]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}

/** A timer that ends with the signal, so that it does not keep the process alive. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, longestTimer));
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
