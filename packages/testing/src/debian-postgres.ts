import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';
import { notRun } from './not-run.ts';
import { killTree, sendSignal, signalTree } from './process-tree.ts';

const run = promisify(execFile);

/** Debian installs each version in its own directory. */
const versions = '/usr/lib/postgresql';

export const hasDebianPostgres = (): boolean => existsSync(versions);

/** The program directory of the oldest installed PostgreSQL from Debian. */
export async function findDebianPostgres(what: string): Promise<string | undefined> {
  const [oldest] = (await readdir(versions).catch(() => [])).toSorted((a, b) => Number(a) - Number(b));
  if (oldest) return join(versions, oldest, 'bin');
  return notRun(what, 'PostgreSQL from Debian', 'apt-get install postgresql');
}

/** A PostgreSQL as an operator runs it: on a port, with a password, fsync, and TLS with a self-signed certificate. */
export interface DebianPostgres extends AsyncDisposable {
  readonly url: string;
  readonly password: string;
  /** Stops it as an operator does for a restart: open transactions are rolled back. */
  stop(): Promise<void>;
  /** Kills all of its processes together, like a power failure. */
  kill(): Promise<void>;
  /** From now on it does not respond, though its connections stay open: like a machine that has lost its network. */
  freeze(): Promise<void>;
  /** Lets it continue. */
  thaw(): Promise<void>;
  /** Starts it again, with the same data at the same address. */
  start(): Promise<void>;
  /** Reads what it has logged. */
  readLog(): Promise<string>;
}

/** Starts a private PostgreSQL, separate from any that the machine runs. */
export async function startDebianPostgres(
  bin: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianPostgres> {
  const user = await findUser();
  // The temporary directory of root may be closed to the user.
  const isOpen = await run('test', ['-x', tmpdir()], { ...user }).then(
    () => true,
    () => false,
  );
  const directory = await mkdtemp(join(isOpen ? tmpdir() : '/tmp', 'mintmark-'));
  try {
    if (user) await chown(directory, user.uid, user.gid);
    return await startIn(directory, bin, user, settings);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. Debian's package creates a user for it. */
async function findUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  );
  return { uid: uid as number, gid: gid as number };
}

/** PGDATA, PGOPTIONS or a locale in our environment would change how PostgreSQL behaves. */
const optionsFor = (user: User | undefined): SpawnOptions => ({
  ...user,
  cwd: '/',
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
});

async function startIn(
  directory: string,
  bin: string,
  user: User | undefined,
  more: Readonly<Record<string, string>>,
): Promise<DebianPostgres> {
  const cluster = join(directory, 'cluster');
  const password = 'correct-horse';
  await writeFile(join(directory, 'password'), password);
  const args = ['-D', cluster, '-U', 'mintmark', '--auth=scram-sha-256', `--pwfile=${join(directory, 'password')}`];
  await run(join(bin, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], optionsFor(user));
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: directory,
    ssl: 'on',
    ...(await makeCertificate(directory, user)),
    ...more,
  };
  const command = [
    join(bin, 'postgres'),
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let program: BoundProgram;
  let pid: number;
  const start = async () => {
    program = await startBound(command, directory, user);
    for (;;) {
      const running = await readPidFile(cluster);
      // A killed PostgreSQL leaves its pid file behind, which still says "ready".
      if (running?.isReady && running.pid !== pid) {
        pid = running.pid;
        return;
      }
      if (program.hasEnded) throw new Error(`PostgreSQL did not start:\n${await readFile(logOf(directory), 'utf8')}`);
      await setTimeout(5);
    }
  };
  await start();
  return {
    url: `postgres://mintmark:${password}@127.0.0.1:${port}/postgres`,
    password,
    start,
    freeze: () => signalTree(pid, 'SIGSTOP'),
    thaw: () => signalTree(pid, 'SIGCONT'),
    readLog: () => readFile(logOf(directory), 'utf8'),
    async stop() {
      sendSignal(pid, 'SIGINT');
      await program.exit();
    },
    async kill() {
      await killTree(pid);
      await program.exit();
    },
    async [Symbol.asyncDispose]() {
      program.end();
      await program.exit();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const logOf = (directory: string) => join(directory, 'postgres.log');

/** A program that does not outlive this process. */
interface BoundProgram {
  readonly hasEnded: boolean;
  /** Resolves when the program has ended. */
  exit(): Promise<unknown>;
  /** Asks the program to stop, and has its directory removed. */
  end(): void;
}

/**
 * The system closes descriptor 3 however the test process ends, even if it is killed. The signal is repeated because
 * PostgreSQL ignores it until it has installed its handlers.
 */
const boundScript = `
directory=$1
shift
"$@" 3<&- &
program=$!
(
  read -r line <&3
  : >"$directory/.ended"
  while kill -INT "$program"; do sleep 1; done
) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"
kill -KILL "$watch" 2>/dev/null
[ ! -e "$directory/.ended" ] || rm -rf -- "$directory"
`;

async function startBound(
  command: readonly string[],
  directory: string,
  user: User | undefined,
): Promise<BoundProgram> {
  await using log = await open(logOf(directory), 'a');
  const child = spawn('/bin/sh', ['-c', boundScript, 'mintmark-test-postgres', directory, ...command], {
    ...optionsFor(user),
    // Ctrl-C in the terminal must not stop PostgreSQL before the tests that use it.
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'pipe'],
  });
  const line = child.stdio[3] as Socket;
  // A test that forgets to stop it can still exit.
  child.unref();
  line.on('error', () => {}).unref();
  const ended = once(child, 'exit').finally(() => line.destroy());
  // The wrapper cannot fail to start unless this machine has no shell; `start` reports that.
  ended.catch(() => {});
  return {
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
    },
    exit() {
      child.ref();
      return ended;
    },
    end: () => line.destroy(),
  };
}

/** The pid file of a cluster, as in PostgreSQL's src/include/utils/pidfile.h. */
async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
}

async function makeCertificate(directory: string, user: User | undefined) {
  const ssl_cert_file = join(directory, 'certificate.pem');
  const ssl_key_file = join(directory, 'key.pem');
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  const files = ['-subj', '/CN=localhost', '-out', ssl_cert_file, '-keyout', ssl_key_file];
  await run('openssl', [...args, ...files]);
  if (user) await chown(ssl_key_file, user.uid, user.gid);
  return { ssl_cert_file, ssl_key_file };
}
