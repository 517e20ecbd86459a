import { StoreError } from '../store/store-error.ts';

interface TurnsOptions {
  /** How much work may run at once in all. */
  readonly inAll: number;
  /** How much of that may be the work of one organization. */
  readonly ofOrganization: number;
  readonly longestWaitMs: number;
  /** Work that may begin here takes a turn there as well. */
  readonly within?: Turns;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: StoreError) => void;
}

/** The work of one organization. Waiting work is grouped by credential: the first credential in the map is next. */
interface Line {
  working: number;
  length: number;
  readonly waiting: Map<string, Waiting[]>;
}

const mostWaiting = 200;

/**
 * Limits how much work runs at once, for each organization and in all. Free places go round robin to the waiting organizations,
 * and within an organization to its credentials, however much each has queued. An organization that begins to wait comes first.
 * After that turn it comes first again only when all other waiting organizations had a turn. So many organizations with little
 * work do not starve one with a lot.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #lines = new Map<string, Line>();
  /** Waiting organizations that had no turn in this round yet: they come first. */
  readonly #newcomers = new Map<string, Line>();
  /** Organizations that had a turn, in the order of their next one. Some may have no more work waiting. */
  readonly #round = new Map<string, Line>();
  #working = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<Result>(organizationId: string, credentialId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(organizationId) ?? { working: 0, length: 0, waiting: new Map() };
    this.#lines.set(organizationId, line);
    // While a place is free, no work that could begin is waiting.
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

/** The next work of the credential that has waited longest for a turn. Its remaining work goes behind other credentials. */
function takeNext(line: Line): Waiting | undefined {
  const [first] = line.waiting;
  if (!first) return undefined;
  const [credentialId, [next, ...others]] = first;
  line.waiting.delete(credentialId);
  if (others.length > 0) line.waiting.set(credentialId, others);
  line.length--;
  return next;
}

/** Makes room in a full line: the credential with the most waiting work loses a place to one with less. */
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
