import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SocketAddress } from '../src/store/embedded-postgres.ts';
import { startWithLifeline } from '../src/store/lifeline.ts';
import { PostgresLog } from '../src/store/postgres-log.ts';
import { readPostmaster } from '../src/store/postmaster.ts';
import { runService } from '../src/store/service-process.ts';
import { findServiceUser } from '../src/store/service-user.ts';
import { makeSocketDirectory } from '../src/store/socket-directory.ts';
import { notRun } from './not-run.ts';

const password = 'correct-horse';

/** The programs of the oldest PostgreSQL that Debian has installed here. */
export async function findDebianPostgres(what: string): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const [oldest] = (await readdir(root).catch(() => [])).toSorted((a, b) => Number(a) - Number(b));
  if (oldest) return join(root, oldest, 'bin');
  return notRun(what, 'a PostgreSQL of Debian', 'apt-get install postgresql');
}

/** A private PostgreSQL of those programs, as an operator would run it: with fsync, and a password. */
export async function startDebianPostgres(bin: string): Promise<AsyncDisposable & { readonly address: SocketAddress }> {
  const user = await findServiceUser('');
  const directory = await makeSocketDirectory(user);
  const cluster = join(directory, 'cluster');
  await writeFile(join(directory, 'password'), password);
  const args = ['-D', cluster, '-U', 'mintmark', '--auth=scram-sha-256', `--pwfile=${join(directory, 'password')}`];
  const made = await runService(join(bin, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], user);
  if (!made.ok) throw new Error(made.text);
  const log = await new PostgresLog(join(directory, 'postgres.log')).open();
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`, '-c', 'fsync=on'];
  const lifeline = startWithLifeline([join(bin, 'postgres'), '-D', cluster, ...settings], {
    user,
    log: log.fd,
    directory: 'ignore',
    remove: directory,
  });
  await log.close();
  while (!(await readPostmaster(cluster))?.isReady) {
    if (lifeline.hasEnded) throw new Error('PostgreSQL did not start');
    await setTimeout(20);
  }
  return {
    address: { socketDirectory: directory, user: `mintmark:${password}`, database: 'postgres' },
    async [Symbol.asyncDispose]() {
      lifeline.cut();
      await lifeline.ended;
    },
  };
}
