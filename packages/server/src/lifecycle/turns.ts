import { StoreError } from '../store/store-error.ts';

/** How much of one organization may be at work: while one is committed, the next can already be on its way. */
const atOnce = 2;
const mostWaiting = 200;

interface Line {
  working: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets the changes of one organization take turns before they take a connection each: they would wait for each other in the
 * database anyway, and leave no connection to anybody else.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #longestWaitMs: number;

  constructor(longestWaitMs: number) {
    this.#longestWaitMs = longestWaitMs;
  }

  async run<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(organizationId) ?? { working: 0, waiting: [] };
    this.#lines.set(organizationId, line);
    if (line.working >= atOnce) await this.#wait(line);
    else line.working++;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.working === 0) this.#lines.delete(organizationId);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= mostWaiting) throw new StoreError('OVERLOADED');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(new StoreError('TIMEOUT'));
    }, this.#longestWaitMs);
    waiting.push(resolve);
    return promise.finally(() => clearTimeout(timer));
  }
}
