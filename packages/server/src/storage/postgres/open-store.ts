import { join } from 'node:path';
import { makeOwnDirectory } from '../files/own-file.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../store/database.ts';
import type { DatabaseAddress } from '../store/database-address.ts';
import type { Placements } from '../store/distribute.ts';
import { migrate } from '../store/migrate.ts';
import { fileError, StoreError } from '../store/store-error.ts';
import {
  findEmbeddedPostgres,
  requireCluster,
  startEmbeddedPostgres,
  startEphemeralPostgres,
} from './embedded-postgres.ts';

export interface StoreOptions {
  /** `embedded` in the data directory, `ephemeral` until it is closed, or the address of a PostgreSQL: `postgres://…`. */
  readonly database: 'embedded' | 'ephemeral' | (string & {});
  /** The directory that holds the directory of the embedded database: `.mintmark`. */
  readonly dataDirectory?: string;
  /**
   * Whether to share the embedded database with the process that runs it, if any: for commands of the operator. The database must
   * exist then.
   */
  readonly joins?: boolean;
  /** Whether the embedded database is refused while another process runs it: for a command that needs the service stopped. */
  readonly isAlone?: boolean;
  /** How many connections the embedded PostgreSQL has to allow, if more than its usual 100. */
  readonly maxConnections?: number;
  /** How a distributed PostgreSQL keeps the tables. */
  readonly placements?: Placements;
  /** Called when the embedded PostgreSQL exited unexpectedly, and with the reason why it could not be restarted. */
  readonly report?: (message: string) => void;
  /** Called with each step that may take long, before it begins. */
  readonly onStep?: (step: string) => void;
}

/** The open database with its schema. It closes at the end of an `await using`. */
export interface Store extends AsyncDisposable {
  readonly database: Database;
  readonly address: DatabaseAddress;
  /** Whether its PostgreSQL was started for it: every process that used it before is then cut off from it. */
  readonly isOwn: boolean;
  /** Waits for the work in flight, closes the connections, and stops a PostgreSQL that was started for it. */
  close(): Promise<void>;
}

/**
 * Opens the database, starts the embedded PostgreSQL if needed, and brings the schema up to date.
 *
 * @example
 * await using store = await openStore({ database: process.env.DATABASE_URL || 'embedded' });
 */
export async function openStore({
  database,
  dataDirectory = '.mintmark',
  joins = false,
  isAlone = false,
  maxConnections,
  placements = new Map(),
  report = () => {},
  onStep = () => {},
}: StoreOptions): Promise<Store> {
  // An operator would rather wait than type the command again.
  const opening = { placements, onStep, ...(joins && { timeoutMs: 30_000 }) };
  switch (database) {
    case 'embedded': {
      const directory = join(dataDirectory, 'postgres');
      if (joins) await requireCluster(directory);
      const running = joins && !isAlone && (await findEmbeddedPostgres(directory));
      if (running) return await openAt({ address: running, ...opening });
      await makeOwnDirectory(dataDirectory, 0o711).catch((error) => {
        throw fileError(error, dataDirectory);
      });
      onStep(`starting PostgreSQL, which writes to ${join(directory, 'postgres.log')}`);
      const server = await startEmbeddedPostgres({
        directory,
        durable: true,
        report,
        ...(maxConnections && { maxConnections }),
      });
      return await openAt({ address: server.address, ...opening }, server.stop);
    }
    case 'ephemeral': {
      const server = await startEphemeralPostgres({ report });
      // Tests run on machines that are busy with other tests.
      return await openAt({ address: server.address, ...opening, ephemeral: true, timeoutMs: 30_000 }, server.stop);
    }
    default:
      return await openAt({ address: database, ...opening });
  }
}

/** @param stop Stops the PostgreSQL that was started for it. */
async function openAt(
  { placements, onStep, ...options }: DatabaseOptions & Required<Pick<StoreOptions, 'placements' | 'onStep'>>,
  stop?: () => Promise<void>,
): Promise<Store> {
  const { address, ephemeral = false } = options;
  try {
    onStep('connecting to the database and bringing its tables up to date');
    await migrate({ address, ephemeral, placements });
  } catch (error) {
    await stop?.();
    throw typeof address === 'string' ? withPlace(error, address) : error;
  }
  const database = openDatabase(options);
  const close = async () => {
    await database.close();
    await stop?.();
  };
  return { database, address, isOwn: stop !== undefined, close, [Symbol.asyncDispose]: close };
}

/** Opens a database that another process has opened with `openStore`, and keeps open. */
export function shareStore(address: DatabaseAddress, connections: number): Store {
  const database = openDatabase({ address, connections });
  const close = () => database.close();
  return { database, address, isOwn: false, close, [Symbol.asyncDispose]: close };
}

/** Says which PostgreSQL cannot be reached. */
function withPlace(error: unknown, address: string): unknown {
  if (!(error instanceof StoreError) || error.code !== 'UNAVAILABLE' || !URL.canParse(address)) return error;
  const { hostname, port, pathname } = new URL(address);
  // If the password has a slash, the part before it would be read as the port.
  if (hostname === '' || pathname.includes('@')) return error;
  return new StoreError(error.code, `${error.message}: ${hostname}:${port || 5432}`, error.details);
}
