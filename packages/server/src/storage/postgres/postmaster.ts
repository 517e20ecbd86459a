import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readOwnFile, updateOwnFile } from '../files/own-file.ts';
import { StoreError } from '../store/store-error.ts';
import { runService } from './service-process.ts';
import type { ServiceUser } from './service-user.ts';

const run = promisify(execFile);

/** No system gives a process this id. */
const noProcess = 2 ** 31 - 1;

/** The name in the command line of every PostgreSQL that was started here. */
export const clusterName = 'mintmark';

interface PostmasterFile {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly isReady: boolean;
}

/**
 * What a running PostgreSQL wrote to its lock file (src/include/utils/pidfile.h); `undefined` if there is no file. The user that
 * PostgreSQL runs as can write anything there.
 */
export async function readPostmaster(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readOwnFile(join(cluster, 'postmaster.pid'), { owner: 'any' }).catch(ifMissing);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // Zero and negative numbers would signal process groups.
  const pid = /^[1-9]\d{0,9}$/.test(lines[0] ?? '') ? Number(lines[0]) : noProcess;
  return { pid, socketDirectory: lines[4] ?? '', isReady: pid !== noProcess && lines[7]?.trim() === 'ready' };
}

/**
 * Makes sure that no PostgreSQL of an earlier process uses a cluster, and that files it left do not block a new one. The
 * caller must hold the lock of the directory: any PostgreSQL that still runs here is then an orphan.
 */
export async function clearPostmaster(cluster: string, user: ServiceUser | undefined): Promise<void> {
  const left = await readPostmaster(cluster);
  if (!left) return;
  if (await runsIn(left.pid, cluster)) {
    const options = await readOwnFile(join(cluster, 'postmaster.opts'), { owner: 'any' }).catch(ifMissing);
    if (!options?.includes(`cluster_name=${clusterName}`)) {
      throw new StoreError(
        'IN_USE',
        `the database in ${cluster} is in use by process ${left.pid}, a PostgreSQL that this service did not start: ` +
          'stop it first',
      );
    }
    await stopPostmaster(left.pid, cluster);
    // The directory is empty by now, and the process that would have removed it is gone.
    await runService('rmdir', ['--', left.socketDirectory], { user });
  }
  await disarm(cluster, user);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Fast shutdown: open transactions are rolled back. If that takes too long, an immediate shutdown, which loses nothing either. */
async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, patienceMs] of [['SIGINT', 60_000] as const, ['SIGQUIT', 10_000] as const]) {
    await signalPostmaster(pid, cluster, signal);
    for (const start = Date.now(); Date.now() - start < patienceMs; await setTimeout(20)) {
      if (!(await runsIn(pid, cluster))) return;
    }
  }
  throw new StoreError('IN_USE', `the database in ${cluster} is in use by process ${pid}, which does not stop`);
}

/** Signals a PostgreSQL, if it runs in the cluster: the process id comes from a file that others can write. */
export async function signalPostmaster(pid: number, cluster: string, signal: NodeJS.Signals): Promise<void> {
  if (await runsIn(pid, cluster)) sendSignal(pid, signal);
}

/** Sends a signal, and ignores that the process has already exited. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** After a crash any other program may have the process id. The working directory of PostgreSQL is its cluster. */
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, directory] = await Promise.all([
      stat(`/proc/${pid}/cwd`).catch(() => undefined),
      stat(cluster).catch(() => undefined),
    ]);
    return cwd !== undefined && cwd.ino === directory?.ino && cwd.dev === directory.dev;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster);
}

/**
 * PostgreSQL does not start while the process that its lock file names is alive, even if that is another program by now.
 * Deleting the file would be wrong: its other lines let PostgreSQL find processes of a killed server that still run.
 */
async function disarm(cluster: string, user: ServiceUser | undefined): Promise<void> {
  const change = (text: string) => [noProcess, ...text.split('\n').slice(1)].join('\n');
  await updateOwnFile(join(cluster, 'postmaster.pid'), change, { owner: user?.uid }).catch(ifMissing);
}
