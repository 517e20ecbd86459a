import type { DatabaseAddress } from './database-address.ts';
import { inFailedTransaction } from './database-error.ts';
import { Session } from './session.ts';
import { SessionPool } from './session-pool.ts';
import { createSql, type Query, type Send, type Sql, type Statement } from './statement.ts';
import { StoreError } from './store-error.ts';
import { WorkingTime } from './working-time.ts';

export type { Sql, Statement } from './statement.ts';

/** The statements of one transaction. */
export interface TransactionSql extends Sql {
  /**
   * Runs a part of the transaction. If it throws, rejects, takes too long, or one of its statements fails, only that part is
   * rolled back. The statements that it gets are its own: once the part has ended, they can send nothing more.
   */
  savepoint<Result>(
    work: (sql: TransactionSql) => Promise<Result>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result>;
}

/**
 * Defers statements to the end of the transaction, where they are sent together with the commit: this saves a round trip.
 *
 * @param explain What to throw if one of them fails: by default its error.
 */
export type Last = (statements: readonly Statement<readonly object[]>[], explain?: Explain) => void;

type Explain = (index: number, error: unknown) => unknown;

interface TransactionOptions {
  readonly isolation?: keyof typeof beginnings;
  /** If it is longer than usual, one statement may take longer too. */
  readonly timeoutMs?: number;
  /** Says that the work starts with read-only statements: they are sent together with `begin`. */
  readonly readsFirst?: boolean;
  /** How long a statement may wait for a lock, if that is less than it may take in all. */
  readonly lockTimeoutMs?: number;
}

/** A PostgreSQL database. Failures are a StoreError, or whatever the work itself has thrown. */
export interface Database {
  /** How long a piece of work may take by default. */
  readonly timeoutMs: number;
  /** Runs statements without a transaction. For reading only: an interrupted write may or may not have taken effect. */
  query<Result>(work: (sql: Sql) => Promise<Result>, options?: { readonly timeoutMs?: number }): Promise<Result>;
  /**
   * Runs statements that take effect together, when the work resolves, or not at all.
   *
   * The work holds a connection. It must not wait for another one of this database: that could deadlock.
   */
  transaction<Result>(
    work: (sql: TransactionSql, last: Last) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** How many connections there may be, how many are in use, and how many pieces of work wait for one. */
  readonly connections: { readonly limit: number; readonly busy: number; readonly waiting: number };
  /** Refuses new work, waits for the work in flight, and closes the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  /** Accepts a server that may lose acknowledged commits. */
  readonly ephemeral?: boolean;
  /** How many connections there may be: 12. */
  readonly connections?: number;
  /** How many callers may wait for a connection: 200. Further callers are refused immediately. */
  readonly queue?: number;
  /** How long a piece of work may take, the wait for a connection included: 2,500. One statement may take 4/5 of it. */
  readonly timeoutMs?: number;
  /** How long a connection is used at most: an hour. */
  readonly connectionLifetimeMs?: number;
  /** Called with the text of each statement that is sent, without its values. */
  readonly onStatement?: (text: string) => void;
}

const beginnings = {
  'read committed': 'begin isolation level read committed',
  'repeatable read': 'begin isolation level repeatable read',
  serializable: 'begin isolation level serializable',
} as const;

/** How much of the time of a piece of work one statement may take. */
const statementShare = 0.8;

/** Opens a database, which connects when it is first used. */
export function openDatabase(options: DatabaseOptions): Database {
  const { address, ephemeral = false, connections = 12, queue = 200, timeoutMs: defaultTimeoutMs = 2_500 } = options;
  const statementTimeoutMs = defaultTimeoutMs * statementShare;
  const session = {
    ephemeral,
    statementTimeoutMs,
    connectTimeoutMs: statementTimeoutMs,
    ...(options.connectionLifetimeMs !== undefined && { lifetimeMs: options.connectionLifetimeMs }),
    ...(options.onStatement && { onStatement: options.onStatement }),
  };
  const pool = new SessionPool(() => Session.open(address, session), { size: connections, queue });

  async function run<Result>(timeoutMs: number, work: (session: Session) => Promise<Result>): Promise<Result> {
    using time = new WorkingTime(timeoutMs);
    const session = await pool.acquire(timeoutMs);
    // The event loop was busy, so the session came before the timer of the wait ran. Work that cannot end in time would cost the
    // session.
    if (time.leftMs <= 0) {
      pool.release(session);
      throw new StoreError('TIMEOUT');
    }
    let isLate = false;
    time.onOver(() => {
      isLate = true;
      session.destroy();
    });
    try {
      return await work(session);
    } catch (error) {
      throw isLate && isUnavailable(error) ? new StoreError('TIMEOUT') : error;
    } finally {
      pool.release(session);
    }
  }

  return {
    timeoutMs: defaultTimeoutMs,
    query: (work, { timeoutMs = defaultTimeoutMs } = {}) =>
      run(timeoutMs, (session) => {
        const { send, during } = lendStatements(session);
        return during(() => work(createSql(send)));
      }),
    transaction: (work, { isolation = 'read committed', readsFirst = false, ...options } = {}) => {
      const { timeoutMs = defaultTimeoutMs, lockTimeoutMs } = options;
      return run(timeoutMs, (session) => {
        const beginning: Query[] = [{ text: beginnings[isolation], values: [] }];
        if (timeoutMs > defaultTimeoutMs) beginning.push(moreTime(timeoutMs));
        if (lockTimeoutMs !== undefined) beginning.push(lockTimeout(lockTimeoutMs));
        return runTransaction(session, beginning, readsFirst, work);
      });
    },
    get connections() {
      return { limit: connections, busy: pool.busy, waiting: pool.waiting };
    },
    close: () => pool.close(),
  };
}

/** The limits of a session are those of usual work. Work that may take longer gets limits of its own, which end with its transaction. */
const moreTime = (timeoutMs: number): Query => ({
  text: "select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)",
  values: [String(Math.ceil(timeoutMs * statementShare)), String(timeoutMs)],
});

const lockTimeout = (ms: number): Query => ({
  text: "select set_config('lock_timeout', $1, true)",
  values: [String(ms)],
});

async function runTransaction<Result>(
  session: Session,
  beginning: readonly Query[],
  readsFirst: boolean,
  work: (sql: TransactionSql, last: Last) => Promise<Result>,
): Promise<Result> {
  const begun = Promise.all(beginning.map((query) => session.send(query)));
  const { send, during, end } = lendStatements(session);
  // Answers come in order: work that continues after its reads then finds that it can send no more statements.
  begun.catch(end);
  let final: readonly Statement<readonly object[]>[] | undefined;
  let explain: Explain = (_, error) => error;
  const last: Last = (statements, explanation) => {
    if (final) throw new Error('the last statements of a transaction are already set');
    final = statements;
    explain = explanation ?? explain;
  };
  let result: Result;
  let queries: readonly Query[];
  try {
    if (!readsFirst) await begun;
    result = await during(() => work(withSavepoints(session, send, createSql(send)), last));
    // All of them before the first is sent: PostgreSQL would commit without one that cannot be sent.
    queries = (final ?? []).map((statement) => statement.toQuery());
    await begun;
  } catch (error) {
    await session.command('rollback').catch(() => session.destroy());
    await begun;
    throw error;
  }
  const changes = Promise.allSettled(queries.map((query) => session.send(query)));
  const [committed] = await Promise.allSettled([session.command('commit')]);
  if (committed.status === 'rejected')
    throw isUnavailable(committed.reason) ? new StoreError('OUTCOME_UNKNOWN') : committed.reason;
  // The commit was a rollback in this case.
  const failures = (await changes).map((change) => (change.status === 'rejected' ? change.reason : undefined));
  const own = failures.findIndex(isOwnFailure);
  const late = failures.findIndex(isLateFailure);
  // After a statement of the work has failed, these fail too, and some of them in ways of their own.
  if (own !== -1 && (late === -1 || own < late)) throw explain(own, failures[own]);
  const failed = failures.find((failure) => failure !== undefined);
  if (failed !== undefined) throw failed;
  // PostgreSQL answers with ROLLBACK if a statement had failed, and does not treat that as an error.
  if (committed.value !== 'COMMIT') throw new StoreError('ROLLED_BACK');
  return result;
}

/**
 * The statements of a session for one piece of work. A statement that the work forgot to await must not run in the work of
 * the next borrower, so statements fail once the work has ended.
 */
function lendStatements(session: Session) {
  let hasEnded = false;
  const send: Send = async (query) => {
    if (hasEnded) throw new StoreError('ENDED', 'a statement was sent after its work ended');
    return session.send(query);
  };
  const end = () => {
    hasEnded = true;
  };
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const loss = Promise.withResolvers<never>();
    session.onLost = loss.reject;
    try {
      return await Promise.race([work(), loss.promise]);
    } finally {
      end();
      session.onLost = () => {};
    }
  };
  return { send, during, end };
}

/** @param lent What `sql` sends by: statements of parts go the same way, so that none goes out after the work has ended. */
function withSavepoints(session: Session, lent: Send, sql: Sql, depth = 1): TransactionSql {
  // Apart from the statements of the work, which fail its part.
  const control = createSql(lent);
  const name = sql(`part_${depth}`);
  const savepoint: TransactionSql['savepoint'] = async (work, { timeoutMs } = {}) => {
    const part = partOf(lent);
    // Neither this nor the release is awaited: both are sent together with other statements. If one fails, so do all
    // statements after it, and the commit.
    control`savepoint ${name}`.execute();
    try {
      const result = await part.during(work(withSavepoints(session, part.send, part.sql, depth + 1)), timeoutMs);
      control`release savepoint ${name}`.execute();
      return result;
    } catch (error) {
      // PostgreSQL would skip a rollback that is sent together with a statement that fails.
      await part.end();
      await Promise.all([
        control`rollback to savepoint ${name}`.execute(),
        control`release savepoint ${name}`.execute(),
      ]);
      throw error;
    }
  };
  return Object.assign(sql, { savepoint });
}

/** The statements of a part of a transaction. After its end, statements fail. */
function partOf(lent: Send) {
  const inFlight = new Set<Promise<unknown>>();
  let hasEnded = false;
  const failures: unknown[] = [];
  const send: Send = (query) => (hasEnded ? Promise.reject(new StoreError('ENDED')) : lent(query));
  const sql = createSql(async (query: Query) => {
    const answer = send(query);
    inFlight.add(answer);
    try {
      return await answer;
    } catch (error) {
      failures.push(error);
      throw error;
    } finally {
      inFlight.delete(answer);
    }
  });
  /** Refuses further statements, and waits for the answers to those that were sent. */
  const end = async () => {
    hasEnded = true;
    await Promise.allSettled(inFlight);
  };
  const during = async <Result>(work: Promise<Result>, timeoutMs?: number): Promise<Result> => {
    const result = await (timeoutMs === undefined ? work : inTime(work, timeoutMs));
    await end();
    // After a failed statement PostgreSQL refuses everything up to a rollback, even if the work handled the failure.
    if (failures.length > 0) throw failures[0];
    return result;
  };
  return { send, sql, during, end };
}

async function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  using _ = new WorkingTime(timeoutMs).onOver(() => late.reject(new StoreError('TIMEOUT')));
  return await Promise.race([work, late.promise]);
}

/** Whether a statement failed itself: others that were sent with it failed because of it. */
const isOwnFailure = (error: unknown): boolean => error instanceof StoreError && error.details.isOwn === true;

/** Whether a statement was refused because an earlier one of its transaction had failed. */
const isLateFailure = (error: unknown): boolean =>
  error instanceof StoreError && error.details.sqlState === inFailedTransaction;

function isUnavailable(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'UNAVAILABLE';
}
