import { readdir, readFile } from 'node:fs/promises';
import { parseStat } from '@mintmark/testing/cpu-time';

/** A process with its command line, or with the title that it has given itself. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Processes are read from /proc, which only Linux has. */
export const areProcessesKnown = process.platform === 'linux';

/** A process and all its descendants, in the order of their ids; none where they are not known. */
export async function readTree(pid: number): Promise<RunningProcess[]> {
  if (!areProcessesKnown) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(readProcess));
  return treeOf(
    found.flatMap((one) => one ?? []),
    pid,
  );
}

/** Of these processes, one and all its descendants, in the order of their ids. */
export function treeOf(processes: readonly RunningProcess[], pid: number): RunningProcess[] {
  const own = processes.filter((one) => one.pid === pid);
  const children = processes.filter(({ parent }) => parent === pid);
  return [...own, ...children.flatMap((child) => treeOf(processes, child.pid))].toSorted((a, b) => a.pid - b.pid);
}

const isWorker = ({ command }: RunningProcess) => /\/worker\.[jt]s( |$)/.test(command);

/** The worker processes of a service, of which these are the processes. */
export const workersAmong = (tree: readonly RunningProcess[]) => tree.filter(isWorker);

/** How many processes of a running service answer requests. The first process answers them itself if it has no workers. */
export async function countWorkers(pid: number): Promise<number> {
  // The number that `startProgram` sets.
  if (!areProcessesKnown) return Number(process.env['MINTMARK_WORKERS'] ?? 1);
  return Math.max(1, workersAmong(await readTree(pid)).length);
}

/** A number of workers as text. */
export const workersText = (count: number) => `${count} worker${count === 1 ? '' : 's'}`;

/** `undefined` if the process has ended. */
async function readProcess(pid: string): Promise<RunningProcess | undefined> {
  try {
    const { parent } = parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return { pid: Number(pid), parent, command };
  } catch {
    return undefined;
  }
}
