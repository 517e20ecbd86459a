import type { Session } from './session.ts';
import { StoreError } from './store-error.ts';

export interface SessionPoolOptions {
  /** How many sessions there may be. */
  readonly size: number;
  /** How many may wait for one: whoever comes then is refused at once. */
  readonly queue: number;
}

interface Waiting {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: unknown) => void;
}

/** Lends sessions, each to one borrower at a time. */
export class SessionPool {
  readonly #open: () => Promise<Session>;
  readonly #options: SessionPoolOptions;
  readonly #idle: Session[] = [];
  readonly #waiting = new Set<Waiting>();
  readonly #drained = Promise.withResolvers<void>();
  #busy = 0;
  #opening = 0;
  /** Whether the last attempt to open a session failed. */
  #isFailing = false;
  #isClosed = false;

  constructor(open: () => Promise<Session>, options: SessionPoolOptions) {
    this.#open = open;
    this.#options = options;
  }

  /** How many sessions are lent or being opened. */
  get busy(): number {
    return this.#busy;
  }

  /** How many wait for one. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** A session for the caller alone, who gives it back. */
  async acquire(timeoutMs: number): Promise<Session> {
    if (this.#isClosed) throw new StoreError('ENDED', 'the database is closed');
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) {
      if (!session.isUsable) continue;
      this.#busy++;
      return session;
    }
    if (this.#busy < this.#options.size) return await this.#connect();
    if (this.#waiting.size >= this.#options.queue) throw new StoreError('OVERLOADED');
    return await this.#wait(timeoutMs);
  }

  release(session: Session): void {
    this.#busy--;
    if (session.isUsable) this.#lend(session);
    else this.#replace();
    this.#settle();
  }

  /** Refuses what waits, lets what runs finish, and ends all sessions. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#refuse(new StoreError('ENDED', 'the database is closed'));
    this.#settle();
    await this.#drained.promise;
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  /** While the server is away, one caller at a time tries to reach it; the others need not wait for the answer. */
  async #connect(): Promise<Session> {
    if (this.#isFailing && this.#opening > 0) throw new StoreError('UNAVAILABLE');
    this.#busy++;
    this.#opening++;
    try {
      const session = await this.#open();
      this.#isFailing = false;
      return session;
    } catch (error) {
      this.#isFailing = true;
      this.#busy--;
      // Nobody is left who could give a session back.
      if (this.#busy === 0) this.#refuse(error);
      this.#settle();
      throw error;
    } finally {
      this.#opening--;
    }
  }

  #wait(timeoutMs: number): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const waiting = { resolve, reject };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(new StoreError('TIMEOUT', 'no connection to the database became free in time'));
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #lend(session: Session): void {
    const next = this.#next();
    if (!next) return void this.#idle.push(session);
    this.#busy++;
    next.resolve(session);
  }

  /** The place of a lost session is for whoever waits longest. */
  #replace(): void {
    const next = this.#next();
    if (next) this.#connect().then(next.resolve, next.reject);
  }

  #next(): Waiting | undefined {
    const [next] = this.#waiting;
    if (next) this.#waiting.delete(next);
    return next;
  }

  #refuse(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  #settle(): void {
    if (this.#isClosed && this.#busy === 0) this.#drained.resolve();
  }
}
