import { readdir, readFile } from 'node:fs/promises';

/** A process as /proc describes it. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of the process itself, all threads included, in milliseconds. */
  readonly ownMs: number;
  /** CPU time of its children that have ended, in milliseconds. */
  readonly endedMs: number;
}

/** USER_HZ, the unit of /proc, is 100 on x64 and arm64, whatever the kernel's own timer. */
const tickMs = 10;

/** CPU times are read from /proc, which only Linux has. */
export const isCpuTimeKnown = process.platform === 'linux';

/** Parses /proc/<pid>/stat (proc_pid_stat(5)). The name of the program may contain spaces and parentheses. */
export function parseStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // proc_pid_stat(5) counts from 1, and the first of these fields is its third.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    ownMs: tickMs * (field(14) + field(15)),
    endedMs: tickMs * (field(16) + field(17)),
  };
}

/**
 * The CPU time of a process and of all its descendants, also of those that have ended.
 *
 * @param without A descendant that does not count, nor do its own descendants, while it runs.
 */
export function sumOfTree(processes: readonly ProcessTimes[], pid: number, without?: number): number {
  const root = processes.find((one) => one.pid === pid);
  if (!root || pid === without) return 0;
  const children = processes.filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + sumOfTree(processes, child.pid, without), root.ownMs + root.endedMs);
}

/** The CPU time of one process without its children, in milliseconds; NaN where it is not known. */
export async function cpuTime(pid: number): Promise<number> {
  return isCpuTimeKnown ? parseStat(await readFile(`/proc/${pid}/stat`, 'utf8')).ownMs : Number.NaN;
}

/**
 * The CPU time of a process and of all its descendants, in milliseconds; NaN where it is not known.
 *
 * @param without A running descendant that does not count, nor do its own descendants.
 */
export async function cpuTimeOfTree(pid: number, without?: number): Promise<number> {
  if (!isCpuTimeKnown) return Number.NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // Processes may end while this list is read.
  const texts = await Promise.all(pids.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)));
  return sumOfTree(
    texts.flatMap((text) => (text === undefined ? [] : [parseStat(text)])),
    pid,
    without,
  );
}
