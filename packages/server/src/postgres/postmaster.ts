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
 * What the running PostgreSQL says of itself in its lock file (src/include/utils/pidfile.h): `undefined` if there is none. Its
 * user can write anything there.
 */
export async function readPostmaster(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readOwnFile(join(cluster, 'postmaster.pid'), { owner: 'any' }).catch(ifMissing);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // Zero and negative numbers are groups of processes.
  const pid = /^[1-9]\d{0,9}$/.test(lines[0] ?? '') ? Number(lines[0]) : noProcess;
  return { pid, socketDirectory: lines[4] ?? '', isReady: pid !== noProcess && lines[7]?.trim() === 'ready' };
}

/**
 * Makes sure that no PostgreSQL of an earlier process works in a cluster, and that what it left does not block a new one.
 * For whoever holds the lock of the directory: any that still runs here is an orphan.
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
    // Empty by now, and of no more use; whoever would have removed it is gone.
    await runService('rmdir', ['--', left.socketDirectory], { user });
  }
  await disarm(cluster, user);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Fast shutdown: what is unfinished is rolled back. If that takes too long, an end as after a crash, which loses nothing. */
async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, patienceMs] of [['SIGINT', 60_000] as const, ['SIGQUIT', 10_000] as const]) {
    await signalPostmaster(pid, cluster, signal);
    for (const start = Date.now(); Date.now() - start < patienceMs; await setTimeout(20)) {
      if (!(await runsIn(pid, cluster))) return;
    }
  }
  throw new StoreError('IN_USE', `the database in ${cluster} is in use by process ${pid}, which does not stop`);
}

/** Asks a PostgreSQL to end. Its id is from a file that others can write: it has to work in the cluster. */
export async function signalPostmaster(pid: number, cluster: string, signal: NodeJS.Signals): Promise<void> {
  if (await runsIn(pid, cluster)) sendSignal(pid, signal);
}

/** Like a signal to a process that has gone by itself. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process id alone says nothing: after a crash it may be that of any other program. PostgreSQL works in its cluster. */
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
 * PostgreSQL does not start while the process that its lock file names is alive, whatever that is by now. To delete the
 * file would be wrong: its other lines lead PostgreSQL to processes of a killed server that are still at work.
 */
async function disarm(cluster: string, user: ServiceUser | undefined): Promise<void> {
  const change = (text: string) => [noProcess, ...text.split('\n').slice(1)].join('\n');
  await updateOwnFile(join(cluster, 'postmaster.pid'), change, { owner: user?.uid }).catch(ifMissing);
}
