import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Assignment, Reply } from './messages.ts';
import { ThreadError } from './thread-error.ts';

const longestEndMs = 1_000;

/** One worker thread. It runs one task at a time. While idle, it does not keep the process alive. */
export class Thread {
  readonly #worker: Worker;
  #isOutOfMemory = false;
  #hasEnded = false;
  #onReply: (reply: Reply) => void = () => {};
  #onEnd: () => void = () => {};

  constructor(program: URL, heapMb: number) {
    this.#worker = new Worker(program, {
      name: 'mintmark task',
      // The environment holds the address of the database.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#onReply(reply));
    // An uncaught error also ends the thread. Its message may quote the input.
    this.#worker.on('error', (error) => {
      this.#isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    });
    this.#worker.on('exit', () => {
      this.#hasEnded = true;
      this.#onEnd();
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Runs a task and moves these buffers to it. If this throws, the thread cannot be used any more. */
  async run(assignment: Assignment, moved: ArrayBuffer[], longestMs: number): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const fail = (code: 'OVERRAN' | 'OUT_OF_MEMORY' | 'CRASHED') => reject(new ThreadError(code, assignment.task));
    this.#onReply = resolve;
    this.#onEnd = () => fail(this.#isOutOfMemory ? 'OUT_OF_MEMORY' : 'CRASHED');
    const timer = setTimeout(() => fail('OVERRAN'), longestMs);
    this.#worker.ref();
    // If the message cannot be sent, nobody waits for the reply.
    promise.catch(() => {});
    try {
      this.#worker.postMessage(assignment, moved);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#worker.unref();
    }
  }

  /** Terminates the thread. A thread whose heap is nearly full can take long to stop: it is then no longer waited for. */
  async end(): Promise<void> {
    await Promise.race([this.#worker.terminate(), sleep(longestEndMs, undefined, { ref: false })]);
  }
}
