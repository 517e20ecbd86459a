import type { Session } from './session.ts';
import { StoreError } from './store-error.ts';
import { WorkingTime } from './working-time.ts';

export interface SessionPoolOptions {
  /** How many sessions there may be. */
  readonly size: number;
  /** How many callers may wait for one. Further callers are refused immediately. */
  readonly queue: number;
}

/** A caller without a session. Either function removes it from the queue and stops its timer. */
interface Waiter {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lends sessions, each to one caller at a time.
 *
 * A session is not opened for one caller: it goes to the caller that has waited longest, or to the idle ones. So a caller that
 * gives up while a session is being opened takes no session with it.
 */
export class SessionPool {
  readonly #open: () => Promise<Session>;
  readonly #options: SessionPoolOptions;
  /** Empty while a caller waits. */
  readonly #idle: Session[] = [];
  /** In the order of arrival. The first ones, as many as sessions are being opened, count as connecting, not as waiting. */
  readonly #waiters = new Set<Waiter>();
  readonly #drained = Promise.withResolvers<void>();
  #lent = 0;
  #opening = 0;
  /** Whether the last attempt to open a session failed. */
  #isFailing = false;
  #closed: Promise<void> | undefined;

  constructor(open: () => Promise<Session>, options: SessionPoolOptions) {
    this.#open = open;
    this.#options = options;
  }

  /** How many sessions are lent or being opened. */
  get busy(): number {
    return this.#lent + this.#opening;
  }

  /** How many callers wait, and no session is being opened for them. */
  get waiting(): number {
    return Math.max(0, this.#waiters.size - this.#opening);
  }

  /** Resolves to a session that the caller has to release, or rejects in time. */
  async acquire(timeoutMs: number): Promise<Session> {
    if (this.#closed) throw closedError();
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) {
      if (session.isUsable) {
        this.#lent++;
        return session;
      }
      void session.end();
    }
    if (this.busy < this.#options.size) {
      // While the server cannot be reached, only one caller at a time tries to connect; the others fail immediately.
      if (this.#isFailing && this.#opening > 0) throw new StoreError('UNAVAILABLE');
    } else if (this.waiting >= this.#options.queue) throw new StoreError('OVERLOADED');
    const session = this.#wait(timeoutMs);
    this.#proceed();
    return await session;
  }

  release(session: Session): void {
    this.#lent--;
    if (session.isUsable) this.#offer(session);
    else void session.end();
    this.#proceed();
  }

  /** Refuses callers that wait, lets the others finish, and ends all sessions. */
  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    for (const waiter of this.#unattended()) waiter.reject(closedError());
    if (this.busy > 0) await this.#drained.promise;
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  #wait(timeoutMs: number): Promise<Session> {
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const leave = () => {
      this.#waiters.delete(waiter);
      time[Symbol.dispose]();
    };
    const waiter: Waiter = {
      resolve: (session) => {
        leave();
        resolve(session);
      },
      reject: (error) => {
        leave();
        reject(error);
      },
    };
    const time = new WorkingTime(timeoutMs).onOver(() =>
      waiter.reject(new StoreError('TIMEOUT', 'no connection to the database became free in time')),
    );
    this.#waiters.add(waiter);
    return promise;
  }

  #offer(session: Session): void {
    const [next] = this.#waiters;
    if (!next) return void this.#idle.push(session);
    this.#lent++;
    next.resolve(session);
  }

  /** Called after every change: opens sessions for waiting callers up to the limit, and completes a close. */
  #proceed(): void {
    while (this.waiting > 0 && this.busy < this.#options.size && !(this.#isFailing && this.#opening > 0)) {
      const [first] = this.#unattended();
      void this.#connect(first as Waiter);
    }
    if (this.#closed && this.busy === 0) this.#drained.resolve();
  }

  /** The callers that count as waiting. */
  #unattended(): Waiter[] {
    return [...this.#waiters].slice(this.#opening);
  }

  /** Rejects the caller that the attempt was made for, unless that caller was served or gave up meanwhile. */
  async #connect(caller: Waiter): Promise<void> {
    this.#opening++;
    const [attempt] = await Promise.allSettled([this.#open()]);
    this.#opening--;
    this.#isFailing = attempt.status === 'rejected';
    if (attempt.status === 'fulfilled') this.#offer(attempt.value);
    else {
      caller.reject(attempt.reason);
      // No session is left that could be released: the other callers would only run into the same failure, one after the other.
      if (this.busy === 0) for (const waiter of this.#waiters) waiter.reject(attempt.reason);
    }
    this.#proceed();
  }
}

function closedError(): StoreError {
  return new StoreError('ENDED', 'the database is closed');
}
