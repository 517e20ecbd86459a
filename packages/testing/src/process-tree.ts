import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Kills a process and its children together, like a power failure, and resolves when all of them are gone. */
export async function killTree(pid: number): Promise<void> {
  const pids = [pid, ...(await childrenOf(pid))];
  for (const each of pids) sendSignal(each, 'SIGKILL');
  while ((await Promise.all(pids.map(isAlive))).includes(true)) await setTimeout(5);
}

/** Sends a signal to a process and then to its children. */
export async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  sendSignal(pid, signal);
  for (const child of await childrenOf(pid)) sendSignal(child, signal);
}

/** Sends a signal to a process, unless the process has already exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The processes that this one has started and that are still in the process table. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => /^PPid:\s+(\d+)/m.exec(await statusOf(pid))?.[1]));
  return pids.filter((_, index) => Number(parents[index]) === parent);
}

/** A zombie, whose parent has not yet collected its exit status, counts as dead. */
export async function isAlive(pid: number): Promise<boolean> {
  return /^State:\s+[^ZX]/m.test(await statusOf(pid));
}

const statusOf = (pid: number) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
