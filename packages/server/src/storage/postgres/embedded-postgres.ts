import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeOwnDirectory, updateOwnFile } from '../files/own-file.ts';
import { type SocketAddress, socketName } from '../store/database-address.ts';
import { fileError, StoreError } from '../store/store-error.ts';
import { createCluster, role } from './create-cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { type Lifeline, startWithLifeline } from './lifeline.ts';
import { findPostgresPackage, type PostgresBinaries, prepareBinaries } from './postgres-binaries.ts';
import { PostgresLog, startError } from './postgres-log.ts';
import { postgresSettings } from './postgres-settings.ts';
import { clearPostmaster, readPostmaster, signalPostmaster } from './postmaster.ts';
import { removeDirectory, shareDirectory } from './service-process.ts';
import { findServiceUser, type ServiceUser } from './service-user.ts';
import { handOver, makeSocketDirectory, makeTemporaryDirectory } from './socket-directory.ts';

export interface EmbeddedPostgresOptions {
  /** Where the database is kept; created if missing. Only one process at a time may use it. */
  readonly directory: string;
  /** Whether commits survive a crash of the machine. Without this everything is faster. */
  readonly durable: boolean;
  /** How many connections it has to allow, if more than its usual 100. */
  readonly maxConnections?: number;
  /** Called when PostgreSQL exited unexpectedly, and with the reason why it could not be restarted. */
  readonly report?: (message: string) => void;
}

/** A PostgreSQL that belongs to this process. It stops at the end of an `await using`. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly address: SocketAddress;
  /** The id of the process that accepts connections. It changes with a restart. */
  readonly pid: number;
  /** Closes all connections, and resolves when PostgreSQL has exited. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that came with this package, and sets up its database at the first start.
 *
 * It exits with this process, however this process ends. If it exits unexpectedly, it is restarted. If two processes start it
 * in one directory, the second is refused.
 *
 * @example
 * await using postgres = await startEmbeddedPostgres({ directory: '.mintmark/postgres', durable: true });
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory);
  try {
    await makeOwnDirectory(directory, 0o700);
    await using held = new AsyncDisposableStack();
    held.use(await lockDirectory(directory));
    const user = await findServiceUser(join(directory, 'cluster'));
    const prepared = await prepare(directory, user, options.durable, held);
    const socketDirectory = await makeSocketDirectory(user);
    return await supervise({ ...options, ...prepared, socketDirectory, held: held.move() });
  } catch (error) {
    throw fileError(error, directory);
  }
}

/** Refuses a directory without a database. */
export async function requireCluster(directory: string): Promise<void> {
  await access(join(directory, 'cluster', 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw fileError(error, directory);
    throw new StoreError(
      'DATABASE_MISSING',
      `there is no database in ${directory}: the first start of the service creates it (set MINTMARK_DATA_DIR if it is elsewhere)`,
    );
  });
}

/** How to connect to the PostgreSQL that another process started in a directory, if it is running. */
export async function findEmbeddedPostgres(directory: string): Promise<SocketAddress | undefined> {
  const postmaster = await readPostmaster(join(resolve(directory), 'cluster')).catch((error) => {
    throw fileError(error, directory);
  });
  if (!postmaster?.isReady || !existsSync(join(postmaster.socketDirectory, socketName))) return undefined;
  return { socketDirectory: postmaster.socketDirectory, user: role, database: role };
}

/** The same in a temporary directory, which is removed with it, also when this process is killed. */
export async function startEphemeralPostgres(
  options: Pick<EmbeddedPostgresOptions, 'report'> = {},
): Promise<EmbeddedPostgres> {
  const user = await findServiceUser('');
  const directory = await makeTemporaryDirectory(user);
  try {
    await using held = new AsyncDisposableStack();
    const prepared = await prepare(directory, user, false, held).finally(() => handOver(directory, user));
    return await supervise({ ...options, ...prepared, socketDirectory: directory, held: held.move() });
  } catch (error) {
    await removeDirectory(directory, user);
    throw fileError(error, directory);
  }
}

/** Creates what a cluster needs in a directory of this process. */
async function prepare(
  directory: string,
  user: ServiceUser | undefined,
  durable: boolean,
  held: AsyncDisposableStack,
): Promise<Omit<Cluster, 'socketDirectory'>> {
  const cluster = join(directory, 'cluster');
  const binaries = await prepareBinaries(await findPostgresPackage(), user);
  await createCluster(cluster, binaries, user, durable);
  const log = held.use(await PostgresLog.open(join(directory, 'postgres.log')));
  return { cluster, user, durable, binaries, log };
}

interface Cluster {
  readonly cluster: string;
  readonly durable: boolean;
  readonly user: ServiceUser | undefined;
  readonly binaries: PostgresBinaries;
  readonly log: PostgresLog;
  readonly socketDirectory: string;
  readonly maxConnections?: number;
}

interface Held {
  /** Released when PostgreSQL has exited. */
  readonly held: AsyncDisposable;
}

async function supervise({
  held,
  report = () => {},
  ...cluster
}: Cluster & Pick<EmbeddedPostgresOptions, 'report'> & Held): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  let running: Lifeline;
  let pid: number;

  const begin = async () => {
    for (let attempt = 1; ; attempt++) {
      running = await launch(cluster);
      if (stopping.signal.aborted) running.cut();
      try {
        pid = await ready(cluster, running);
        return;
      } catch (error) {
        running.cut();
        // The child processes of a killed server need a moment to notice.
        if (!/pre-existing shared memory block/.test((error as Error).message) || attempt === 100) throw error;
        await setTimeout(100);
      }
    }
  };
  const watch = async () => {
    for (let delay = 0; ; delay = Math.min(2 * delay + 100, 5_000)) {
      await running.ended;
      await setTimeout(delay, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      report('PostgreSQL exited unexpectedly; restarting');
      try {
        await begin();
        delay = 0;
      } catch (error) {
        report((error as Error).message);
      }
    }
  };
  try {
    await begin();
  } catch (error) {
    await removeDirectory(cluster.socketDirectory, cluster.user);
    await held[Symbol.asyncDispose]();
    throw error;
  }
  const watched = watch();
  const trimming = setInterval(() => cluster.log.trim().catch(() => {}), 60_000).unref();

  const stop = async () => {
    stopping.abort();
    running.cut();
    // A connection that does not end holds up the shutdown. An immediate shutdown loses nothing: the next start recovers.
    const impatience = globalThis.setTimeout(() => signalPostmaster(pid, cluster.cluster, 'SIGQUIT'), 30_000);
    await watched;
    clearTimeout(impatience);
    clearInterval(trimming);
    await removeDirectory(cluster.socketDirectory, cluster.user);
    await held[Symbol.asyncDispose]();
  };
  return {
    address: { socketDirectory: cluster.socketDirectory, user: role, database: role },
    get pid() {
      return pid;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function launch(options: Cluster): Promise<Lifeline> {
  const { cluster, user, durable, binaries, log, socketDirectory, maxConnections } = options;
  await using shared = await shareDirectory(cluster, user);
  await clearPostmaster(cluster, user);
  await writeAccessRules(cluster, user);
  const settings = postgresSettings(socketDirectory, durable, maxConnections);
  return startWithLifeline([binaries.postgres, '-D', shared.path, ...settings], {
    user,
    log: await log.begin(),
    directory: shared.descriptor,
    remove: socketDirectory,
  });
}

/** Waits for as long as PostgreSQL needs: after a crash it replays its write-ahead log. */
async function ready({ cluster, log }: Cluster, lifeline: Lifeline): Promise<number> {
  for (;;) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.isReady) return postmaster.pid;
    if (lifeline.hasEnded) throw startError('the start of PostgreSQL', await log.tail());
    await setTimeout(5);
  }
}

/** Lets only the user of this process connect, by peer authentication. Another start may run as another user. */
async function writeAccessRules(cluster: string, user: ServiceUser | undefined): Promise<void> {
  const name = `"${userName()}"`;
  const write = (file: string, content: string) =>
    updateOwnFile(join(cluster, file), () => content, { owner: user?.uid });
  await write('pg_hba.conf', 'local all all peer map=server\n');
  await write('pg_ident.conf', `server ${name} ${role}\nserver ${name} postgres\n`);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StoreError(
      'USER_UNKNOWN',
      `the user ${process.getuid?.()} of this process has no name: add it to /etc/passwd, start as another user, or set ` +
        'DATABASE_URL',
    );
  }
}
