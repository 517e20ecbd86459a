import { AbortError, type MintmarkError, TimeoutError } from './errors.ts';

/** The operation, and what can end it early. */
interface Limits {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; no limit when absent. */
  readonly timeout?: number;
  /** Whether the operation may be repeated after a timeout. */
  readonly isRepeatable?: boolean;
}

/** What the work is given, so that it can end early. */
export interface Deadline {
  /** Aborted on timeout or by the caller. */
  readonly signal: AbortSignal;
  /** The time left, in milliseconds. */
  left(): number;
  /** Resolves after a delay; never resolves if the deadline ends first. */
  sleep(ms: number): Promise<void>;
}

/** Timers take 32 bits: a longer delay would fire immediately, so a longer timeout means no limit. */
const longestTimer = 2 ** 31 - 1;

/** Runs work until it is done, the caller aborts, or the timeout passes. */
export async function withDeadline<Value>(
  { operation, signal: caller, timeout = Number.POSITIVE_INFINITY, isRepeatable = false }: Limits,
  work: (deadline: Deadline) => Promise<Value>,
): Promise<Value> {
  const start = performance.now();
  const controller = new AbortController();
  const { signal } = controller;
  // React Native's signals have no reason, so signal.reason cannot be used.
  let reason: MintmarkError | undefined;
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(reason)));
  const end = (error: MintmarkError) => {
    reason = error;
    controller.abort(error);
  };
  const abort = () => end(new AbortError('ABORTED', `${operation} was aborted`, { cause: caller?.reason }));
  const expire = () =>
    end(new TimeoutError('TIMEOUT', `${operation} timed out after ${timeout} ms`, { retryable: isRepeatable }));
  if (caller?.aborted) {
    abort();
    return ended;
  }
  const timer = timeout <= longestTimer ? setTimeout(expire, timeout) : undefined;
  caller?.addEventListener('abort', abort);
  try {
    // Work may ignore the signal, such as a fetch that cannot be aborted.
    return await Promise.race([
      ended,
      work({ signal, left: () => start + timeout - performance.now(), sleep: (ms) => pause(ms, signal) }),
    ]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}

/** The timer is cleared on abort, so that it does not keep the process alive. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, longestTimer));
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
