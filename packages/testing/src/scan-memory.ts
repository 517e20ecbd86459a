import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { notRun } from '@mintmark/testing/not-run';
import { type Canary, Needles } from './needles.ts';

/** Whether the memory of a child process can be read here. If not, says so. */
export const canScanMemory = (what: string) =>
  process.platform === 'linux' || notRun(what, 'Linux', 'run it on Linux', {}) !== undefined;

const chunkLength = 8 * 1024 * 1024;

/** Counts the canaries in all memory that a child process can write to, by name. Names without a hit are left out. */
export async function scanMemory(pid: number, canaries: readonly Canary[]): Promise<Record<string, number>> {
  const needles = new Needles(canaries);
  await using memory = await open(`/proc/${pid}/mem`);
  // A running process releases memory that the list of its regions still has.
  await suspend(pid);
  try {
    for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (from && to) await scanRegion(memory, needles, Number.parseInt(from, 16), Number.parseInt(to, 16));
    }
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return Object.fromEntries(needles.hits);
}

/** Stops a process, and waits until it is stopped. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\s+T/m.test(await readFile(`/proc/${pid}/status`, 'utf8'))) await setTimeout(10);
}

async function scanRegion(memory: FileHandle, needles: Needles, from: number, to: number): Promise<void> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkLength, to - from));
  // Chunks overlap, so that no needle is cut in two.
  for (let at = from; at < to; at += chunkLength - needles.overlap) {
    const { bytesRead } = await memory.read(chunk, 0, Math.min(chunk.length, to - at), at);
    needles.count(chunk.subarray(0, bytesRead));
  }
}
