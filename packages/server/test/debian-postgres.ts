import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Lifeline, startWithLifeline } from '../src/postgres/lifeline.ts';
import { PostgresLog } from '../src/postgres/postgres-log.ts';
import { readPostmaster, sendSignal } from '../src/postgres/postmaster.ts';
import { runService } from '../src/postgres/service-process.ts';
import { findServiceUser, type ServiceUser } from '../src/postgres/service-user.ts';
import { makeSocketDirectory } from '../src/postgres/socket-directory.ts';
import { notRun } from './not-run.ts';
import { killTree } from './process-tree.ts';

/** Where Debian installs it, each version in a directory. */
const versions = '/usr/lib/postgresql';

export const hasDebianPostgres = (): boolean => existsSync(versions);

/** The programs of the oldest PostgreSQL that Debian has installed here. */
export async function findDebianPostgres(what: string): Promise<string | undefined> {
  const [oldest] = (await readdir(versions).catch(() => [])).toSorted((a, b) => Number(a) - Number(b));
  if (oldest) return join(versions, oldest, 'bin');
  return notRun(what, 'a PostgreSQL of Debian', 'apt-get install postgresql');
}

/** A PostgreSQL as an operator runs it: on a port, with a password, fsync and TLS, but no certificate that anybody knows. */
export interface DebianPostgres extends AsyncDisposable {
  readonly url: string;
  readonly password: string;
  /** Ends it as an operator does, who wants it back soon: what runs is rolled back. */
  stop(): Promise<void>;
  /** Ends it as the end of its machine would. */
  kill(): Promise<void>;
  /** Starts it again, with what it has kept and at the same address. */
  start(): Promise<void>;
}

/** Starts a private one, apart from any that the machine runs. */
export async function startDebianPostgres(
  bin: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DebianPostgres> {
  const user = await findServiceUser('');
  const directory = await makeSocketDirectory(user);
  try {
    return await startIn(directory, bin, user, settings);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(
  directory: string,
  bin: string,
  user: ServiceUser | undefined,
  more: Readonly<Record<string, string>>,
): Promise<DebianPostgres> {
  const cluster = join(directory, 'cluster');
  const password = 'correct-horse';
  await writeFile(join(directory, 'password'), password);
  const args = ['-D', cluster, '-U', 'mintmark', '--auth=scram-sha-256', `--pwfile=${join(directory, 'password')}`];
  const made = await runService(join(bin, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], user);
  if (!made.ok) throw new Error(made.text);
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
  let lifeline: Lifeline;
  let pid: number;
  const start = async () => {
    await using log = await PostgresLog.open(join(directory, 'postgres.log'));
    lifeline = startWithLifeline(command, { user, log: await log.begin(), directory: 'ignore', remove: directory });
    for (;;) {
      const postmaster = await readPostmaster(cluster);
      // What was killed leaves its file behind, which says that it is ready.
      if (postmaster?.isReady && postmaster.pid !== pid) {
        pid = postmaster.pid;
        return;
      }
      if (lifeline.hasEnded) throw new Error('PostgreSQL did not start');
      await setTimeout(5);
    }
  };
  await start();
  return {
    url: `postgres://mintmark:${password}@127.0.0.1:${port}/postgres`,
    password,
    start,
    async stop() {
      sendSignal(pid, 'SIGINT');
      await lifeline.ended;
    },
    async kill() {
      await killTree(pid);
      await lifeline.ended;
    },
    async [Symbol.asyncDispose]() {
      lifeline.cut();
      await lifeline.ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL cannot be asked to choose a port. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function makeCertificate(directory: string, user: ServiceUser | undefined) {
  const ssl_cert_file = join(directory, 'certificate.pem');
  const ssl_key_file = join(directory, 'key.pem');
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
  const files = ['-subj', '/CN=localhost', '-out', ssl_cert_file, '-keyout', ssl_key_file];
  await promisify(execFile)('openssl', [...args, ...files]);
  if (user) await chown(ssl_key_file, user.uid, user.gid);
  return { ssl_cert_file, ssl_key_file };
}
