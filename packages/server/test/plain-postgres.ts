import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { findPostgresPackage, prepareBinaries } from '../src/storage/postgres/postgres-binaries.ts';
import { serviceOptions } from '../src/storage/postgres/service-process.ts';
import { findServiceUser } from '../src/storage/postgres/service-user.ts';
import { makeSocketDirectory } from '../src/storage/postgres/socket-directory.ts';

/** A PostgreSQL that the service did not start. */
export interface PlainPostgres extends AsyncDisposable {
  readonly pid: number | undefined;
  readonly hasEnded: boolean;
  readonly socketDirectory: string;
}

/** Starts one on the files of a stopped embedded PostgreSQL, and waits until it reports that it is ready. */
export async function startPlainPostgres(cluster: string): Promise<PlainPostgres> {
  await chmod(dirname(cluster), 0o755);
  const user = await findServiceUser(cluster);
  const { postgres } = await prepareBinaries(await findPostgresPackage(), user);
  const socketDirectory = await makeSocketDirectory(user);
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socketDirectory}`];
  const child = spawn(postgres, ['-D', cluster, ...settings], { ...serviceOptions(user), stdio: 'ignore' });
  const ended = once(child, 'exit');
  const status = () => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  await expect.poll(status).toMatch(/^(ready|standby)/m);
  return {
    pid: child.pid,
    get hasEnded() {
      return child.exitCode !== null;
    },
    socketDirectory,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await ended;
      await rm(socketDirectory, { recursive: true });
    },
  };
}
