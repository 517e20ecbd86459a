import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startWithLifeline } from '../src/store/lifeline.ts';
import { PostgresLog } from '../src/store/postgres-log.ts';
import { readPostmaster } from '../src/store/postmaster.ts';
import { runService } from '../src/store/service-process.ts';
import { findServiceUser, type ServiceUser } from '../src/store/service-user.ts';
import { makeSocketDirectory } from '../src/store/socket-directory.ts';
import { notRun } from './not-run.ts';

/** The programs of the oldest PostgreSQL that Debian has installed here. */
export async function findDebianPostgres(what: string): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const [oldest] = (await readdir(root).catch(() => [])).toSorted((a, b) => Number(a) - Number(b));
  if (oldest) return join(root, oldest, 'bin');
  return notRun(what, 'a PostgreSQL of Debian', 'apt-get install postgresql');
}

/** A PostgreSQL as an operator runs it: on a port, with a password, fsync and TLS, but no certificate that anybody knows. */
export interface DebianPostgres extends AsyncDisposable {
  readonly url: string;
  readonly password: string;
}

/** Starts a private one, apart from any that the machine runs. */
export async function startDebianPostgres(bin: string): Promise<DebianPostgres> {
  const user = await findServiceUser('');
  const directory = await makeSocketDirectory(user);
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
  };
  const log = await new PostgresLog(join(directory, 'postgres.log')).open();
  const lifeline = startWithLifeline(
    [
      join(bin, 'postgres'),
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { user, log: log.fd, directory: 'ignore', remove: directory },
  );
  await log.close();
  while (!(await readPostmaster(cluster))?.isReady) {
    if (lifeline.hasEnded) throw new Error('PostgreSQL did not start');
    await setTimeout(20);
  }
  return {
    url: `postgres://mintmark:${password}@127.0.0.1:${port}/postgres`,
    password,
    async [Symbol.asyncDispose]() {
      lifeline.cut();
      await lifeline.ended;
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
