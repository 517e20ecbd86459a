import { StoreError } from '../store/store-error.ts';
import { Line, type Waiting } from './line.ts';

interface TurnsOptions {
  /** How much work may run at once in all. */
  readonly inAll: number;
  /** How much of that may be the work of one organization. */
  readonly ofOrganization: number;
  readonly longestWaitMs: number;
  /** How much work of one organization may wait: 200. */
  readonly mostWaiting?: number;
  /** Work that may begin here takes a turn there as well. */
  readonly within?: Turns;
}

interface Candidate extends Waiting {
  readonly begin: () => void;
}

const usuallyWaiting = 200;

/** The work of one organization. */
class Work extends Line<Candidate> {
  working = 0;
}

/**
 * Limits how much work runs at once, for each organization and in all. Free places go round robin to the waiting organizations,
 * and within an organization to its credentials, however much each has queued. An organization that begins to wait comes first.
 * After that turn it comes first again only when all other waiting organizations had a turn. So many organizations with little
 * work do not starve one with a lot.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #lines = new Map<string, Work>();
  /** Waiting organizations that had no turn in this round yet: they come first. */
  readonly #newcomers = new Map<string, Work>();
  /** Organizations that had a turn, in the order of their next one. Some may have no more work waiting. */
  readonly #round = new Map<string, Work>();
  #working = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Runs work when it has a turn. The signal ends only the wait. */
  async run<Result>(
    organizationId: string,
    credentialId: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const line = this.#lines.get(organizationId) ?? new Work(this.#options.mostWaiting ?? usuallyWaiting);
    this.#lines.set(organizationId, line);
    // While a place is free, no work that could begin is waiting.
    if (this.#mayBegin(line)) this.#begin(line);
    else await this.#wait(organizationId, line, credentialId, signal);
    const { within } = this.#options;
    try {
      return await (within ? within.run(organizationId, credentialId, work, signal) : work());
    } finally {
      line.working--;
      this.#working--;
      this.#beginNext();
      this.#forgetIfIdle(organizationId, line);
    }
  }

  #mayBegin(line: Work): boolean {
    return this.#working < this.#options.inAll && line.working < this.#options.ofOrganization;
  }

  #begin(line: Work): void {
    line.working++;
    this.#working++;
  }

  #beginNext(): void {
    for (const lines of [this.#newcomers, this.#round]) {
      for (const [organizationId, line] of lines) {
        const next = this.#mayBegin(line) ? line.take() : undefined;
        if (!next && line.length > 0) continue;
        lines.delete(organizationId);
        if (next) {
          this.#round.set(organizationId, line);
          this.#begin(line);
          next.begin();
          return;
        }
        this.#forgetIfIdle(organizationId, line);
      }
    }
  }

  #wait(organizationId: string, line: Work, credentialId: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve, refuse: reject };
    line.add(credentialId, waiting);
    if (!this.#round.has(organizationId)) this.#newcomers.set(organizationId, line);
    const leave = (error: unknown) => {
      line.remove(credentialId, waiting);
      reject(error);
    };
    const timer = setTimeout(() => leave(new StoreError('TIMEOUT')), this.#options.longestWaitMs);
    const abort = () => leave(signal?.reason);
    signal?.addEventListener('abort', abort);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  #forgetIfIdle(organizationId: string, line: Work): void {
    const isListed = this.#newcomers.has(organizationId) || this.#round.has(organizationId);
    if (line.working === 0 && !isListed) this.#lines.delete(organizationId);
  }
}
