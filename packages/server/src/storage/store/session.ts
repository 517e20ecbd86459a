import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseAddress } from './database-address.ts';
import { connectError, databaseError } from './database-error.ts';
import { parseAddress } from './parse-address.ts';
import { answerOf, columnsOf, textColumns } from './rows.ts';
import { type Answer, createSql, type Query, type Sql } from './statement.ts';
import { type Execution, type Prepared, StatementBatch } from './statement-batch.ts';
import { StoreError } from './store-error.ts';

export interface SessionOptions {
  /** Whether to accept a server that may lose acknowledged commits. */
  readonly ephemeral: boolean;
  /** How long one statement may take, waiting for locks included. */
  readonly statementTimeoutMs: number;
  /** How long it may take to open a connection. */
  readonly connectTimeoutMs: number;
  /** How long a connection is used at most: an hour. */
  readonly lifetimeMs?: number;
  /** Called with the text of each statement that is sent, without its values. */
  readonly onStatement?: (text: string) => void;
}

/** PostgreSQL, or the network before it, took too long to accept a connection. */
export class ConnectTimeout extends StoreError {
  constructor() {
    super('UNAVAILABLE', 'PostgreSQL cannot be reached (CONNECT_TIMEOUT)');
  }
}

/** One connection. Statements are sent without waiting for the answers to earlier ones, and run in the order of sending. */
export class Session {
  /** Statements, each on its own or in a transaction that was begun by `command`. */
  readonly sql: Sql = createSql((query) => this.send(query));
  /** Called when the connection is lost. */
  onLost: (error: StoreError) => void = () => {};
  readonly #client: Client;
  readonly #socket = new Socket();
  #isLost = false;
  #isCorked = false;
  /** The statements that the server has prepared for this connection, by their text. */
  readonly #prepared = new Map<string, Prepared>();
  /** The statements that are sent together when the event loop continues. */
  #batch: Execution[] = [];
  #expiry: number;
  readonly #onStatement: SessionOptions['onStatement'];

  private constructor(config: ClientConfig, options: SessionOptions) {
    const { statementTimeoutMs, lifetimeMs = 3_600_000 } = options;
    this.#onStatement = options.onStatement;
    // With jitter, so that the connections are not all replaced together.
    this.#expiry = performance.now() + lifetimeMs * (0.5 + Math.random() / 2);
    this.#client = new Client({
      ...config,
      stream: () => this.#socket,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'mintmark',
      statement_timeout: statementTimeoutMs,
      // A forgotten transaction would keep its locks.
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      types: textColumns,
    });
    // An error of the client, not of a statement, means that the connection is dead.
    this.#client.on('error', () => this.#lose()).on('end', () => this.#lose());
  }

  /** Connects, and refuses a server that does not meet the requirements of the database. */
  static async open(address: DatabaseAddress, options: SessionOptions): Promise<Session> {
    const { fallback, ...config } = parseAddress(address);
    try {
      return await Session.#connect(config, options);
    } catch (error) {
      if (fallback && error instanceof Error && /does not support SSL/.test(error.message))
        return await Session.#connect({ ...config, ...fallback }, options).catch(refuse);
      return refuse(error);
    }
  }

  static async #connect(config: ClientConfig, options: SessionOptions): Promise<Session> {
    const session = new Session(config, options);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new ConnectTimeout()), options.connectTimeoutMs);
    try {
      const ready = session.#client.connect().then(() => session.#check(options.ephemeral));
      await Promise.race([ready, late.promise]);
      return session;
    } catch (error) {
      session.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #check(ephemeral: boolean): Promise<void> {
    type Setting = 'byteaOutput' | 'fsync' | 'fullPageWrites' | 'synchronousCommit' | 'standby';
    // Every statement that is sent often has its index. Without statistics, as in a new database, and with few rows, the planner would
    // scan tables instead. With that off, a scan that has no index seems so dear that it would be compiled. Both are set here and not
    // while connecting, since poolers refuse parameters that they do not know.
    const [server] = await this.sql<[Record<Setting, string>]>`
      select current_setting('bytea_output', true) as bytea_output,
             current_setting('fsync', true) as fsync,
             current_setting('full_page_writes', true) as full_page_writes,
             current_setting('synchronous_commit', true) as synchronous_commit,
             pg_is_in_recovery()::text as standby,
             set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)`;
    if (server.standby === 'true') throw new StoreError('UNAVAILABLE', 'this PostgreSQL is a read-only standby');
    // A pooler may have left it out.
    if (server.byteaOutput === 'escape')
      throw new StoreError(
        'SETTING_UNSUITABLE',
        'PostgreSQL runs with bytea_output=escape: set it to hex on the role of the service',
      );
    if (ephemeral) return;
    const settings = {
      fsync: server.fsync,
      full_page_writes: server.fullPageWrites,
      synchronous_commit: server.synchronousCommit,
    };
    for (const [setting, value] of Object.entries(settings)) {
      if (value !== 'off') continue;
      throw new StoreError(
        'NOT_DURABLE',
        `PostgreSQL runs with ${setting}=off, and could lose acknowledged commits: set it to on`,
      );
    }
  }

  /** Whether the connection is open and not too old: the server keeps every statement that it prepared for a connection. */
  get isUsable(): boolean {
    return !this.#isLost && performance.now() < this.#expiry;
  }

  /** Sends a query. It fails with a StoreError. */
  async send(query: Query): Promise<Answer> {
    const { text, values } = query;
    this.#onStatement?.(text);
    const prepared = this.#prepared.get(text);
    if (prepared) return this.#run(() => this.#execute(prepared, values));
    const name = preparedName(text);
    const config = { ...(name !== undefined && { name }), text, values: [...values], rowMode: 'array' } as const;
    const result = await this.#run(() => {
      this.#flush();
      return this.#client.query<(string | null)[]>(config);
    });
    const columns = columnsOf(result);
    if (name !== undefined) this.#prepared.set(text, { name, columns });
    return answerOf(columns, result);
  }

  #execute(prepared: Prepared, values: Query['values']): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#batch.push({ ...prepared, values, resolve, reject });
    return promise;
  }

  /** Sends the statements of the current batch. */
  #flush(): void {
    if (this.#batch.length === 0) return;
    this.#client.query(new StatementBatch(this.#batch));
    this.#batch = [];
  }

  /** Sends a text of one or more statements without values, and resolves to the tag of the last one, such as `COMMIT`. */
  async command(text: string): Promise<string> {
    // The driver resolves to a list if the text has several statements, though its types do not say so.
    const results = await this.#run(() => {
      this.#flush();
      return this.#client.query(text);
    });
    return [results].flat().at(-1)?.command ?? '';
  }

  async #run<Result>(query: () => Promise<Result>): Promise<Result> {
    if (this.#isLost) throw lostError();
    this.#cork();
    try {
      return await query();
    } catch (error) {
      const reason = databaseError(error);
      // The server may have ended the session without this process knowing yet.
      if (reason.code === 'UNAVAILABLE') this.#expiry = 0;
      throw this.#isLost ? lostError() : reason;
    }
  }

  /** Combines everything that is sent before the event loop continues into one write to the socket. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#socket.cork();
    process.nextTick(() => this.#uncork());
  }

  #uncork(): void {
    this.#isCorked = false;
    this.#flush();
    this.#socket.uncork();
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.onLost(lostError());
  }

  /** Cuts the connection immediately: statements in flight fail. */
  destroy(): void {
    this.#lose();
    this.#socket.destroy();
  }

  /** Tells the server that the session ends, and closes the connection. */
  async end(): Promise<void> {
    if (this.#isLost) return;
    this.#isLost = true;
    const timer = setTimeout(() => this.#socket.destroy(), 5_000);
    await this.#client.end();
    clearTimeout(timer);
  }
}

const lostError = () => new StoreError('UNAVAILABLE', 'the connection to PostgreSQL was lost');

function refuse(error: unknown): never {
  throw connectError(error);
}

const maxPrepared = 2_000;
const prepared = new Map<string, string>();

/** The name of a prepared statement, the same in all sessions. Texts are static, so there are not many. */
function preparedName(text: string): string | undefined {
  let name = prepared.get(text);
  if (name === undefined && prepared.size < maxPrepared) {
    name = `s${prepared.size + 1}`;
    prepared.set(text, name);
  }
  return name;
}
