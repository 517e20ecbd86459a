import { execFile } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { notRun } from '@mintmark/testing/not-run';
import { type Canary, Needles } from './needles.ts';

/** Whether the memory of a child process can be read here. If not, says so. */
export const canScanMemory = (what: string) =>
  process.platform === 'linux' || notRun(what, 'Linux', 'run it on Linux', {}) !== undefined;

const chunkLength = 8 * 1024 * 1024;

/** The kernel describes each page of memory in eight bytes. */
const entryLength = 8;

/** Counts the canaries in all memory that a child process can write to, by name. Names without a hit are left out. */
export async function scanMemory(pid: number, canaries: readonly Canary[]): Promise<Record<string, number>> {
  const needles = new Needles(canaries);
  await using memory = await open(`/proc/${pid}/mem`);
  await using pages = await open(`/proc/${pid}/pagemap`);
  const pageLength = Number((await promisify(execFile)('getconf', ['PAGESIZE'])).stdout);
  const chunk = Buffer.allocUnsafeSlow(chunkLength);
  // A running process releases memory that the list of its regions still has.
  await suspend(pid);
  try {
    for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')) {
      const [, from, to, kind] = /^([0-9a-f]+)-([0-9a-f]+) rw.(.)/.exec(line) ?? [];
      if (!from || !to) continue;
      const region: Region = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      for (const part of kind === 'p' ? await touchedParts(pages, region, pageLength) : [region])
        await scanRegion(memory, needles, part, chunk);
    }
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return Object.fromEntries(needles.hits);
}

type Region = readonly [from: number, to: number];

/**
 * The parts of a private region that the process has touched, which are a tenth of it: threads have long stacks. The format is that of
 * the kernel's Documentation/admin-guide/mm/pagemap.rst.
 */
async function touchedParts(pages: FileHandle, [from, to]: Region, pageLength: number): Promise<Region[]> {
  const count = (to - from) / pageLength;
  const entries = Buffer.alloc(count * entryLength);
  const { bytesRead } = await pages.read(entries, 0, entries.length, (from / pageLength) * entryLength);
  if (bytesRead !== entries.length) throw new Error('the list of pages is not complete');
  const parts: [number, number][] = [];
  for (let index = 0; index < count; index++) {
    // In memory (bit 63), or swapped out (bit 62).
    if (((entries[index * entryLength + 7] ?? 0) & 0xc0) === 0) continue;
    const at = from + index * pageLength;
    const last = parts.at(-1);
    if (last?.[1] === at) last[1] = at + pageLength;
    else parts.push([at, at + pageLength]);
  }
  return parts;
}

/** Stops a process, and waits until it is stopped. */
async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\s+T/m.test(await readFile(`/proc/${pid}/status`, 'utf8'))) await setTimeout(10);
}

async function scanRegion(memory: FileHandle, needles: Needles, [from, to]: Region, chunk: Buffer): Promise<void> {
  // Chunks overlap, so that no needle is cut in two.
  for (let at = from; at < to; at += chunkLength - needles.overlap) {
    const { bytesRead } = await memory.read(chunk, 0, Math.min(chunk.length, to - at), at);
    needles.count(chunk.subarray(0, bytesRead));
  }
}
