import { StoreError } from '../store/store-error.ts';

interface TurnsOptions {
  /** How much may run at once in all. */
  readonly inAll: number;
  /** How much of that may be the work of one organization. */
  readonly ofOrganization: number;
  readonly longestWaitMs: number;
  /** What may begin here takes its turn there, too. */
  readonly within?: Turns;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: StoreError) => void;
}

/** The work of one organization. What waits is kept by credential: the first in the map has the next turn. */
interface Line {
  working: number;
  length: number;
  readonly waiting: Map<string, Waiting[]>;
}

const mostWaiting = 200;

/**
 * Limits how much runs at once, for each organization and in all. Free places go round the organizations that wait, and inside
 * an organization round its credentials, however much each of them has queued. An organization that begins to wait is next. It
 * is so again only after all others that wait had a turn, so that many with little to do do not keep out one with much.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #lines = new Map<string, Line>();
  /** Organizations that wait and had no turn yet in this round: they come first. */
  readonly #newcomers = new Map<string, Line>();
  /** Organizations that had a turn, in the order of their next one. Some of them may not wait for anything more. */
  readonly #round = new Map<string, Line>();
  #working = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<Result>(organizationId: string, credentialId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(organizationId) ?? { working: 0, length: 0, waiting: new Map() };
    this.#lines.set(organizationId, line);
    // Nothing that could begin is waiting while a place is free.
    if (this.#mayBegin(line)) this.#begin(line);
    else await this.#wait(organizationId, line, credentialId);
    const { within } = this.#options;
    try {
      return await (within ? within.run(organizationId, credentialId, work) : work());
    } finally {
      line.working--;
      this.#working--;
      this.#beginNext();
      this.#forgetIfIdle(organizationId, line);
    }
  }

  #mayBegin(line: Line): boolean {
    return this.#working < this.#options.inAll && line.working < this.#options.ofOrganization;
  }

  #begin(line: Line): void {
    line.working++;
    this.#working++;
  }

  #beginNext(): void {
    for (const lines of [this.#newcomers, this.#round]) {
      for (const [organizationId, line] of lines) {
        const next = this.#mayBegin(line) ? takeNext(line) : undefined;
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

  #wait(organizationId: string, line: Line, credentialId: string): Promise<void> {
    if (line.length >= mostWaiting) makeRoom(line, credentialId);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve, refuse: reject };
    line.waiting.set(credentialId, [...(line.waiting.get(credentialId) ?? []), waiting]);
    line.length++;
    if (!this.#round.has(organizationId)) this.#newcomers.set(organizationId, line);
    const timer = setTimeout(() => {
      remove(line, credentialId, waiting);
      reject(new StoreError('TIMEOUT'));
    }, this.#options.longestWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #forgetIfIdle(organizationId: string, line: Line): void {
    const isListed = this.#newcomers.has(organizationId) || this.#round.has(organizationId);
    if (line.working === 0 && !isListed) this.#lines.delete(organizationId);
  }
}

/** The next of the credential that has waited longest for a turn. Its other work comes after that of other credentials. */
function takeNext(line: Line): Waiting | undefined {
  const [first] = line.waiting;
  if (!first) return undefined;
  const [credentialId, [next, ...others]] = first;
  line.waiting.delete(credentialId);
  if (others.length > 0) line.waiting.set(credentialId, others);
  line.length--;
  return next;
}

/** The line is full: the credential that has most in it gives up a place for one that has less. */
function makeRoom(line: Line, credentialId: string): void {
  const own = line.waiting.get(credentialId)?.length ?? 0;
  const [fullest, most] = [...line.waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
  const last = most.at(-1);
  if (!last || own + 1 >= most.length) throw new StoreError('OVERLOADED');
  remove(line, fullest, last);
  last.refuse(new StoreError('OVERLOADED'));
}

function remove(line: Line, credentialId: string, one: Waiting): void {
  const others = line.waiting.get(credentialId)?.filter((waiting) => waiting !== one) ?? [];
  if (others.length > 0) line.waiting.set(credentialId, others);
  else line.waiting.delete(credentialId);
  line.length--;
}
