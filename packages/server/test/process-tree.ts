import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sendSignal } from '../src/postgres/postmaster.ts';

/** Kills a process and its children at once, as the end of a machine would, and resolves when all of them are gone. */
export async function killTree(pid: number): Promise<void> {
  const pids = [pid, ...(await childrenOf(pid))];
  for (const each of pids) sendSignal(each, 'SIGKILL');
  while ((await Promise.all(pids.map(isAlive))).includes(true)) await setTimeout(5);
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => /^PPid:\s+(\d+)/m.exec(await statusOf(pid))?.[1]));
  return pids.filter((_, index) => Number(parents[index]) === parent);
}

/** Not one that only waits for its parent to notice its end. */
async function isAlive(pid: number): Promise<boolean> {
  return /^State:\s+[^ZX]/m.test(await statusOf(pid));
}

const statusOf = (pid: number) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
