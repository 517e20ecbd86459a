import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../../core/limits/turns.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { PlainData, RunsTasks, Task, TaskOptions } from '../../core/ports/define-task.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import type { Reply } from './messages.ts';
import { messageOf, wipe } from './plain-data.ts';
import { Thread } from './thread.ts';
import { ThreadError } from './thread-error.ts';

export interface ThreadsOptions {
  /** What each thread runs: it calls `runTasks`. */
  readonly program: URL;
  /** The most threads; by default one less than there are cores, for the event loop. */
  readonly count?: number | undefined;
  readonly longestWaitMs?: number;
  /** A task that takes longer loses its thread. The start of the thread counts. */
  readonly longestTaskMs?: number;
  /** The memory for the objects of one thread. Bytes in buffers do not count. */
  readonly heapMb?: number;
}

/**
 * Runs tasks on worker threads, off the event loop. A thread is started when a task needs it and none is idle. Those who
 * share the threads take turns by the time that their tasks took, and one source leaves a thread to the others if there are several.
 */
export class Threads implements RunsTasks {
  readonly #options: Required<ThreadsOptions>;
  readonly #turns: Turns;
  readonly #idle: Thread[] = [];
  readonly #threads = new Set<Thread>();
  readonly #tasks = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: ThreadsOptions) {
    const count = options.count ?? Math.max(1, availableParallelism() - 1);
    this.#options = { longestWaitMs: 5_000, longestTaskMs: 10_000, heapMb: 256, ...options, count };
    const { longestWaitMs } = this.#options;
    this.#turns = new Turns({ inAll: count, ofSource: Math.max(1, count - 1), longestWaitMs });
  }

  async run<Input extends PlainData, Output extends PlainData>(
    task: Task<Input, Output>,
    input: Input,
    { share, signal }: TaskOptions,
  ): Promise<Output> {
    signal?.throwIfAborted();
    const output = this.#turns.run(share, () => this.#work(task.name, input, signal), signal);
    this.#tasks.add(output);
    const forget = () => this.#tasks.delete(output);
    output.then(forget, forget);
    try {
      return (await untilAborted(output, signal)) as Output;
    } catch (error) {
      // The caller does not get this output any more.
      output.then(wipe, () => {});
      throw error instanceof StoreError ? new ApiError('UNAVAILABLE', undefined, { cause: error }) : error;
    }
  }

  /** Ends all threads. Running tasks may end within a time limit; waiting tasks are refused. */
  async close(graceMs = 5_000): Promise<void> {
    this.#isClosed = true;
    const settled = new AbortController();
    const grace = sleep(graceMs, undefined, { signal: settled.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#tasks), grace]);
    settled.abort();
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  async #work(task: string, input: PlainData, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw stopping();
    const { data, moved } = messageOf(input);
    const assignment = { task, input: data };
    const thread = this.#take();
    let reply: Reply;
    try {
      reply = await thread.run(assignment, moved, this.#options.longestTaskMs);
    } catch (error) {
      // The next task waits for the end of this thread, so that there are not too many.
      await thread.end();
      this.#threads.delete(thread);
      throw this.#isClosed ? stopping() : error;
    }
    this.#idle.push(thread);
    return outputOf(reply, task);
  }

  #take(): Thread {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (!thread.hasEnded) return thread;
      this.#threads.delete(thread);
    }
    const thread = new Thread(this.#options.program, this.#options.heapMb);
    this.#threads.add(thread);
    return thread;
  }
}

const stopping = () => new ApiError('UNAVAILABLE', 'the service is stopping');

function outputOf(reply: Reply, task: string): unknown {
  if ('output' in reply) return reply.output;
  if ('refusal' in reply) throw new ApiError(reply.refusal.code, reply.refusal.message, reply.refusal.details);
  const error = new ThreadError('FAILED', task, reply.failure.name);
  error.stack = [`${error.name}: ${error.message}`, ...reply.failure.stack].join('\n');
  throw error;
}

/** The result of work, or the reason of the signal if that comes first. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
