import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { arrayTypes } from './array-types.ts';
import { connectError } from './database-error.ts';
import { type SocketAddress, socketName } from './socket-address.ts';
import { StoreError } from './store-error.ts';

/** Where the database is: at an address of the form `postgres://…`, or at a socket. */
export type DatabaseAddress = string | SocketAddress;

export interface SessionOptions {
  /** Whether a server that may lose what it has acknowledged is good enough. */
  readonly ephemeral: boolean;
  /** How long one statement may take, waiting for locks included. */
  readonly statementTimeoutMs: number;
  /** How long a connection may take until it can be used. */
  readonly connectTimeoutMs: number;
  /** How long it is used at most: an hour. */
  readonly lifetimeMs?: number;
}

export type Driver = postgres.Sql<{ bigint: bigint }>;

/** Of the options of the driver, those that its types leave out. */
interface Handlers {
  readonly socket: (options: ParsedAddress) => Promise<Socket>;
  readonly onclose: () => void;
}

interface ParsedAddress {
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/**
 * One connection, and never another one in its place.
 *
 * The driver has a pool of its own that connects again behind the scenes. A transaction whose connection was lost would
 * then go on, statement by statement, in a connection that knows nothing of it, or in the transaction of somebody else
 * (https://github.com/porsager/postgres/issues/1216). So each of its pools gets one connection and one socket in its life.
 */
export class Session {
  readonly sql: Driver;
  /** Is told when the connection goes. */
  onLost: (error: StoreError) => void = () => {};
  #socket: Socket | undefined;
  #isLost = false;
  readonly #expiry: number;

  private constructor(address: DatabaseAddress, options: SessionOptions) {
    // Some earlier than others, so that not all connect again at once.
    this.#expiry = performance.now() + (options.lifetimeMs ?? 3_600_000) * (0.5 + Math.random() / 2);
    this.sql = createDriver(address, options, {
      socket: async (parsed) => {
        if (this.#socket || this.#isLost)
          throw Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
        this.#socket = createSocket(parsed);
        return await connected(this.#socket);
      },
      onclose: () => {
        this.#isLost = true;
        this.onLost(new StoreError('UNAVAILABLE', 'the connection to PostgreSQL was lost'));
        // Rejects what waits in the driver, and all that comes later.
        void this.sql.end({ timeout: 0 });
      },
    });
  }

  /** Connects, and refuses a server that is not what the database needs. */
  static async open(address: DatabaseAddress, options: SessionOptions): Promise<Session> {
    const session = new Session(address, options);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new StoreError('UNAVAILABLE', 'PostgreSQL cannot be reached (CONNECT_TIMEOUT)')),
      options.connectTimeoutMs,
    );
    try {
      await Promise.race([session.#check(options.ephemeral), late.promise]);
      return session;
    } catch (error) {
      session.destroy();
      throw connectError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async #check(ephemeral: boolean): Promise<void> {
    const [server] = await this.sql<[Record<'fsync' | 'fullPageWrites' | 'synchronousCommit' | 'standby', string>]>`
      select current_setting('fsync', true) as fsync,
             current_setting('full_page_writes', true) as full_page_writes,
             current_setting('synchronous_commit', true) as synchronous_commit,
             pg_is_in_recovery()::text as standby`;
    if (server.standby === 'true') throw new StoreError('UNAVAILABLE', 'this PostgreSQL is a standby, and only reads');
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
        `PostgreSQL runs with ${setting}=off, and would lose what it has acknowledged: set it to on`,
      );
    }
  }

  /** Whether there is a connection, and it is not too old: the server keeps every statement that it has seen in it. */
  get isUsable(): boolean {
    return !this.#isLost && performance.now() < this.#expiry;
  }

  /**
   * Makes a session good for its next borrower after work that failed: waits for the statements that are still under way, and
   * lets one more succeed. The driver counts the rows of a statement that failed among those of the next one, whose result
   * would begin with as many holes.
   */
  async settle(): Promise<void> {
    await this.sql.unsafe('select').catch(() => this.destroy());
  }

  /** Cuts the connection at once: whatever runs in it fails. */
  destroy(): void {
    this.#isLost = true;
    this.#socket?.destroy();
  }

  /** Tells the server that the session ends, and closes the connection. */
  async end(): Promise<void> {
    if (this.#isLost) return;
    await this.sql.end({ timeout: 5 });
    // The driver leaves it open when the server does not close it.
    this.destroy();
  }
}

function createDriver(address: DatabaseAddress, { statementTimeoutMs }: SessionOptions, handlers: Handlers): Driver {
  const options = {
    ...handlers,
    max: 1,
    prepare: true,
    // Session.open has a timer, which also covers the connect of the socket and the first statement.
    connect_timeout: 0,
    idle_timeout: 0,
    max_lifetime: null,
    debug: false,
    onnotice: () => {},
    connection: {
      application_name: 'mintmark',
      statement_timeout: statementTimeoutMs,
      // For one that has been forgotten: it would keep its locks.
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      DateStyle: 'ISO',
      TimeZone: 'UTC',
    },
    fetch_types: false,
    types: { bigint: postgres.BigInt, bytea, ...arrayTypes },
    // Columns only: the ready-made transform of the driver would also rename the members of stored JSON.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
  };
  if (typeof address !== 'string') {
    const { socketDirectory, user, database } = address;
    return postgres({ ...options, path: join(socketDirectory, socketName), user, database, ssl: false });
  }
  try {
    const driver = postgres(address, options);
    if (/^postgres(ql)?:/.test(address) && driver.options.host.length === 1) return driver;
  } catch {
    // Its message may quote the address, and with it the password.
  }
  throw new StoreError('INVALID_URL', 'the address of the database is not of the form postgres://user@host:5432/name');
}

/** Bytes that are nobody else's, to be overwritten when they are a secret: a Buffer may share its memory. */
const bytea = {
  to: 17,
  from: [17],
  serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`,
  parse: (text: string) => {
    const bytes = new Uint8Array(text.length / 2 - 1);
    Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
    return bytes;
  },
};

function createSocket({ path, host: [host = ''], port: [port = 0] }: ParsedAddress): Socket {
  if (path) return connect({ path });
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  // Where the driver looks for the name that the certificate has to have.
  return Object.assign(socket, { host });
}

async function connected(socket: Socket): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('connect', () => resolve(socket)).once('error', reject);
  try {
    return await promise;
  } finally {
    socket.off('error', reject);
  }
}
