import { StoreError } from '../../storage/store/store-error.ts';
import { WorkingTime } from '../../storage/store/working-time.ts';
import type { Share } from '../model/share.ts';
import { Branch, quantumMs } from './branch.ts';
import type { Waiting } from './line.ts';

interface TurnsOptions {
  /** How much work may run at the same time in all. */
  readonly inAll: number;
  /** How much of that may be the work of one tenant: all of it, unless told otherwise. */
  readonly ofTenant?: number;
  /** How much of that may be the work of one source. */
  readonly ofSource: number;
  /** How much work of one source may wait. */
  readonly waitingOfSource?: number;
  readonly longestWaitMs: number;
  /** Work that may begin here takes a turn there as well. */
  readonly within?: Turns;
}

interface Candidate extends Waiting {
  readonly begin: () => void;
}

/** Gives a place back, and says how long the work took. */
type Leave = (tookMs: number) => void;

/** How much work may wait in all. */
const maxWaiting = 5_000;
const defaultWaitingOfSource = 200;

/**
 * Limits how much work runs at the same time, for each source, for each tenant and in all. Whoever waits gets free places in turns, by the
 * time that work took: first tenants, then the sources of a tenant, the organizations of a source, and the credentials of an
 * organization. So a hundred organizations of one stranger have no more than one of another. While nobody waits, nothing is counted.
 */
export class Turns {
  readonly #options: Required<Omit<TurnsOptions, 'within'>> & Pick<TurnsOptions, 'within'>;
  readonly #all = new Branch<Candidate>();

  constructor(options: TurnsOptions) {
    this.#options = { ofTenant: options.inAll, waitingOfSource: defaultWaitingOfSource, ...options };
  }

  /** Runs work when it has a turn. The signal ends only the wait. */
  async run<Result>(share: Share, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const taken = this.take(share, signal);
    const leave = typeof taken === 'function' ? taken : await taken;
    const { within } = this.#options;
    // Waiting for a turn elsewhere costs nothing.
    let start: number | undefined;
    const measured = () => {
      start = performance.now();
      return work();
    };
    try {
      return await (within ? within.run(share, measured, signal) : measured());
    } finally {
      leave(start === undefined ? 0 : performance.now() - start);
    }
  }

  /** Takes a place: immediately if one is free. */
  take(share: Share, signal?: AbortSignal): Leave | Promise<Leave> {
    const tenant = this.#all.part(share.tenantId);
    const source = tenant.part(share.source);
    const { inAll, ofTenant, ofSource } = this.#options;
    // While a place is free, no work that could begin is waiting.
    const isFree = this.#all.working < inAll && tenant.working < ofTenant && source.working < ofSource;
    return isFree ? this.#begin(share, source) : this.#wait(share, source, signal);
  }

  #begin(share: Share, source: Branch<Candidate>): Leave {
    for (let branch: Branch<Candidate> | undefined = source; branch; branch = branch.parent) branch.working++;
    return (tookMs) => {
      for (let branch: Branch<Candidate> | undefined = source; branch; branch = branch.parent) branch.working--;
      if (this.#all.waiting > 0) {
        if (tookMs > quantumMs) this.#owe(share, tookMs - quantumMs);
        this.#beginNext();
      }
      source.forgetIfIdle();
      source.parent?.forgetIfIdle();
    };
  }

  #owe(share: Share, ms: number): void {
    let branch = this.#all;
    for (const name of namesOf(share)) {
      branch = branch.part(name);
      branch.owe(ms);
    }
  }

  #beginNext(): void {
    this.#all.take(this.#mayBegin)?.begin();
    this.#forgiveIfNobodyWaits();
  }

  readonly #mayBegin = (part: Branch<Candidate>): boolean => {
    if (part.waiting === 0) return false;
    const { ofTenant, ofSource } = this.#options;
    if (part.parent === this.#all) return part.working < ofTenant && part.some(this.#mayBegin);
    return part.parent?.parent !== this.#all || part.working < ofSource;
  };

  async #wait(share: Share, source: Branch<Candidate>, signal: AbortSignal | undefined): Promise<Leave> {
    try {
      signal?.throwIfAborted();
      this.#makeRoom(share, source);
    } catch (error) {
      source.forgetIfIdle();
      source.parent?.forgetIfIdle();
      throw error;
    }
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const line = source.part(share.organizationId).part(share.credentialId);
    const waiting: Candidate = { begin: () => resolve(this.#begin(share, source)), refuse: reject };
    line.add(waiting);
    const leave = (error: unknown) => {
      if (!line.remove(waiting)) return;
      this.#forgiveIfNobodyWaits();
      reject(error);
    };
    const time = new WorkingTime(this.#options.longestWaitMs).onOver(() => leave(new StoreError('TIMEOUT')));
    const abort = () => leave(signal?.reason);
    signal?.addEventListener('abort', abort);
    return promise.finally(() => {
      time[Symbol.dispose]();
      signal?.removeEventListener('abort', abort);
    });
  }

  #makeRoom(share: Share, source: Branch<Candidate>): void {
    const [tenantName, sourceName, ...others] = namesOf(share);
    if (source.waiting >= this.#options.waitingOfSource) makeRoomIn(source, others);
    else if (this.#all.waiting >= maxWaiting) makeRoomIn(this.#all, [tenantName, sourceName, ...others]);
  }

  #forgiveIfNobodyWaits(): void {
    if (this.#all.waiting === 0) this.#all.forgive();
  }
}

type Names = readonly [string, string, string, string];

const namesOf = ({ tenantId, source, organizationId, credentialId }: Share): Names => [
  tenantId,
  source,
  organizationId,
  credentialId,
];

/** The last one of the part in which most wait loses its place to a part with less. */
function makeRoomIn(branch: Branch<Candidate>, names: readonly string[]): void {
  let parts = branch;
  for (const name of names) {
    const own: Branch<Candidate> | undefined = parts.parts.get(name);
    const { fullest } = parts;
    if (fullest && fullest.waiting > (own?.waiting ?? 0) + 1) {
      refuseLast(fullest);
      return;
    }
    if (!own) break;
    parts = own;
  }
  throw new StoreError('OVERLOADED');
}

function refuseLast(branch: Branch<Candidate>): void {
  let line = branch;
  for (let fuller = line.fullest; fuller; fuller = line.fullest) line = fuller;
  const last = line.line.at(-1);
  if (!last) return;
  line.remove(last);
  last.refuse(new StoreError('OVERLOADED'));
}
