import { setImmediate } from 'node:timers/promises';
import type { Database } from '../src/storage/store/database.ts';
import type { ServerControl } from './controlled-server.ts';

/** The clock of the database and its driver. The test moves it. */
export interface Clock {
  readonly now: number;
  /** Runs the timers that are due until then; with 0, those that are due now. */
  advance(ms: number): void;
}

export interface TrialOptions {
  readonly database: Database;
  readonly server: ServerControl;
  readonly clock: Clock;
  /** Of the database. */
  readonly connections: number;
  readonly queue: number;
}

interface Work {
  readonly name: string;
  readonly deadline: number;
  /** Whether it may be refused, because the queue was full when it was started. */
  readonly isTooMuch: boolean;
  /** The number of server faults before it was started, or one less if the server could not be reached at that time. */
  readonly faults: number;
  readonly end: (error?: Error) => void;
  hasBegun: boolean;
  wasTold: 'done' | 'failed' | undefined;
  /** How it ended: `done`, or the code of its error. */
  outcome: string | undefined;
}

/** Generous, for a machine that stands still for a while. Only a failure takes that long. */
const patienceMs = 60_000;
/** Both ends of each connection are in this process: after this many turns of the event loop each end knows what the other did. */
const turns = 10;

/**
 * Pieces of work on a database whose server can fail, with the invariants that must hold whenever everything is settled. It
 * knows only the interface of the database, neither its pool nor its driver.
 */
export class DatabaseTrial {
  readonly #options: TrialOptions;
  readonly #works: Work[] = [];
  /** By the number of the connection. */
  readonly #pendingSince = new Map<number, number>();
  #closed: Promise<void> | undefined;
  #hasClosed = false;

  constructor(options: TrialOptions) {
    this.#options = options;
  }

  get server(): ServerControl {
    return this.#options.server;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** The pieces of work that hold a connection. */
  get holding(): readonly Work[] {
    return this.#works.filter(({ hasBegun, outcome }) => hasBegun && !outcome);
  }

  get #pending(): readonly Work[] {
    return this.#works.filter(({ hasBegun, outcome }) => !hasBegun && !outcome);
  }

  /** Starts a piece of work that holds its connection until it is told to end. */
  start(kind: 'query' | 'transaction', timeoutMs: number): void {
    const { database, server, clock, queue, connections } = this.#options;
    const { busy, waiting } = database.connections;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const work: Work = {
      name: `${kind} ${this.#works.length}`,
      deadline: clock.now + timeoutMs,
      isTooMuch: busy === connections && waiting === queue,
      faults: server.faults - (server.isReachable ? 0 : 1),
      end: (error) => {
        work.wasTold = error ? 'failed' : 'done';
        if (error) reject(error);
        else resolve();
      },
      hasBegun: false,
      wasTold: undefined,
      outcome: undefined,
    };
    this.#works.push(work);
    const run = async () => {
      work.hasBegun = true;
      await promise;
    };
    database[kind](run, { timeoutMs }).then(
      () => {
        work.outcome = 'done';
      },
      (error: Error & { code?: string }) => {
        work.outcome = error.code ?? error.message;
      },
    );
  }

  close(): void {
    this.#closed = this.#options.database.close().then(() => {
      this.#hasClosed = true;
    });
  }

  /** Lets time pass in steps: a healthy server answers within each of them. */
  async advance(ms: number, stepMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.#options.clock.advance(stepMs);
      await this.settle();
    }
  }

  /** Waits until all invariants hold, and throws the first violation if they do not. */
  async settle(findProblem = () => this.#problem()): Promise<void> {
    const limit = Date.now() + patienceMs;
    for (let turn = 1; ; turn++) {
      await setImmediate();
      this.#options.clock.advance(0);
      const problem = turn < turns ? 'not yet' : findProblem();
      if (!problem) return;
      if (Date.now() > limit) throw new Error(`${problem} (${this.#state()})`);
    }
  }

  /** Lets the server recover and all work end: no connection may be left, and the database must work. */
  async finish(): Promise<void> {
    const { database, server } = this.#options;
    server.admission = 'immediately';
    while (server.pending.length > 0) server.admit(0);
    await this.settle();
    for (let [work] = this.holding; work; [work] = this.holding) {
      work.end();
      await this.settle();
    }
    await this.settle(() => {
      const { busy, waiting } = database.connections;
      return busy + waiting > 0 ? 'all work has ended, but connections are in use' : undefined;
    });
    if (!this.#closed) {
      let answer: unknown;
      const query = database.query(async (sql) => await sql`select 1 as one`);
      query.then(
        (rows) => {
          answer = rows;
        },
        (error: unknown) => {
          answer = error;
        },
      );
      await this.settle(() => (answer ? undefined : 'a new query is not answered'));
      await query;
      this.close();
    }
    await this.settle(() => (this.#hasClosed ? undefined : 'the database does not close'));
    await this.settle(() => (server.open + server.pending.length > 0 ? 'a connection was left open' : undefined));
  }

  #problem(): string | undefined {
    const { database, server, connections: max } = this.#options;
    const { busy, waiting } = database.connections;
    const [holding, pending, connecting] = [this.holding.length, this.#pending.length, server.pending.length];
    if (busy !== holding + connecting) return 'busy is not the number of connections in use or being made';
    if (waiting !== Math.max(0, pending - connecting)) return 'waiting is not the number of those that wait';
    if (server.open + connecting > max) return 'there are too many connections';
    if (pending > 0 && server.open > holding) return 'work waits, and a connection is free';
    const isAttempted = connecting > 0 && !server.isReachable;
    if (waiting > 0 && busy < max && !isAttempted) return 'work waits, and a connection could be made';
    if (waiting > 0 && this.#closed) return 'work waits, and the database is closed';
    if (this.#closed && busy === 0 && !this.#hasClosed) return 'the database does not close';
    if (this.#hasEndlessConnect()) return 'a connection is being made for too long';
    return this.#works.map((work) => this.#problemOf(work)).find(Boolean);
  }

  #hasEndlessConnect(): boolean {
    const { database, server, clock } = this.#options;
    for (const number of server.pending) {
      if (!this.#pendingSince.has(number)) this.#pendingSince.set(number, clock.now);
    }
    const earliest = clock.now - database.timeoutMs;
    return server.pending.some((number) => (this.#pendingSince.get(number) ?? earliest) <= earliest);
  }

  #problemOf(work: Work): string | undefined {
    const { server, clock } = this.#options;
    const isDue = clock.now >= work.deadline;
    if (!work.outcome) {
      if (isDue) return `the ${work.name} goes on after its deadline`;
      return work.wasTold && `the ${work.name} does not end`;
    }
    const reasons: Readonly<Record<string, boolean>> = {
      done: work.wasTold === 'done',
      failed: work.wasTold === 'failed',
      TIMEOUT: isDue,
      OVERLOADED: work.isTooMuch,
      ENDED: this.isClosed && !work.hasBegun,
      UNAVAILABLE: server.faults > work.faults,
    };
    return reasons[work.outcome] ? undefined : `the ${work.name} ended with ${work.outcome}, for no reason`;
  }

  #state(): string {
    const { database, server } = this.#options;
    const { busy, waiting } = database.connections;
    const works = `${this.holding.length} hold a connection, ${this.#pending.length} have none`;
    return `busy ${busy}, waiting ${waiting}; work: ${works}; server: ${server.open} open, ${server.pending.length} pending`;
  }
}
