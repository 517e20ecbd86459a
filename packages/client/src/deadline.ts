import { AbortError, TimeoutError } from './errors.ts';

/** What work that can be ended early gets. */
export interface Deadline {
  /** Aborted as soon as the time is over or the caller wants it. */
  readonly signal: AbortSignal;
  /** How much of the time is left, in milliseconds. */
  left(): number;
  /** Waits, but not beyond the end. */
  sleep(ms: number): Promise<void>;
}

/** Timers count in 32 bits; what is longer would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Does work that ends when the caller's signal says so, or after so many milliseconds. */
export async function withDeadline<Value>(
  operation: string,
  caller: AbortSignal | undefined,
  timeout: number,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  const start = performance.now();
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(
    () =>
      controller.abort(
        new TimeoutError('TIMEOUT', `${operation} had no answer within ${timeout} ms`, { retryable: true }),
      ),
    Math.min(timeout, longestTimer),
  );
  const abort = () =>
    controller.abort(new AbortError('ABORTED', `${operation} was aborted`, { cause: caller?.reason }));
  if (caller?.aborted) abort();
  else caller?.addEventListener('abort', abort);
  try {
    if (signal.aborted) throw signal.reason;
    const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    // Also against work that does not heed the signal, such as a fetch that cannot be aborted.
    return await Promise.race([
      ended,
      work({
        signal,
        left: () => start + timeout - performance.now(),
        sleep: (ms) => Promise.race([ended, pause(ms, signal)]),
      }),
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
