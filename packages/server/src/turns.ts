import { StoreError } from './store/store-error.ts';

interface TurnsOptions {
  /** How much of one organization may be at work. */
  readonly atOnce: number;
  readonly longestWaitMs: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: StoreError) => void;
}

/** What waits for an organization, by credential: the first in the map is the next to have a turn. */
interface Line {
  working: number;
  length: number;
  readonly waiting: Map<string, Waiting[]>;
}

const mostWaiting = 200;

/**
 * Lets the work of one organization take turns before it takes connections: those who have much to do in one of them should leave
 * connections to the others, and within an organization turns to other credentials.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #options: TurnsOptions;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<Result>(organizationId: string, credentialId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(organizationId) ?? { working: 0, length: 0, waiting: new Map() };
    this.#lines.set(organizationId, line);
    if (line.working >= this.#options.atOnce) await this.#wait(line, credentialId);
    else line.working++;
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = takeNext(line);
      if (next) next.begin();
      else if (--line.working === 0) this.#lines.delete(organizationId);
    }
  }

  #wait(line: Line, credentialId: string): Promise<void> {
    if (line.length >= mostWaiting) makeRoom(line, credentialId);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve, refuse: reject };
    line.waiting.set(credentialId, [...(line.waiting.get(credentialId) ?? []), waiting]);
    line.length++;
    const timer = setTimeout(() => {
      remove(line, credentialId, waiting);
      reject(new StoreError('TIMEOUT'));
    }, this.#options.longestWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }
}

/** The next of the credential that has waited longest for a turn; what else it waits for comes after the others. */
function takeNext(line: Line): Waiting | undefined {
  const [first] = line.waiting;
  if (!first) return undefined;
  const [credentialId, [next, ...others]] = first;
  line.waiting.delete(credentialId);
  if (others.length > 0) line.waiting.set(credentialId, others);
  line.length--;
  return next;
}

/** The line is full: who fills it gives way to who does not. */
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
