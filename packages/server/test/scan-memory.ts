import { type FileHandle, open, readFile } from 'node:fs/promises';
import { notRun } from '@mintmark/testing/not-run';

/** Whether the memory of a child process can be read here. If not, says so. */
export const canScanMemory = (what: string) =>
  process.platform === 'linux' || notRun(what, 'Linux', 'run it on Linux', {}) !== undefined;

/** Bytes to look for. Each part of them counts, in their own order and reversed, as arithmetic keeps numbers reversed. */
export interface Canary {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The length of a part: 16. In text it has to be longer than a word, since words are also in source code. */
  readonly width?: number;
}

const usualWidth = 16;
const widest = 64;
const chunkLength = 8 * 1024 * 1024;

/** Counts the canaries in all memory that a child process can write to, by name. Names without a hit are left out. */
export async function scanMemory(pid: number, canaries: readonly Canary[]): Promise<Record<string, number>> {
  const needles = new Needles(canaries);
  await using memory = await open(`/proc/${pid}/mem`);
  for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    if (from && to) await scanRegion(memory, needles, Number.parseInt(from, 16), Number.parseInt(to, 16));
  }
  return Object.fromEntries(needles.hits);
}

async function scanRegion(memory: FileHandle, needles: Needles, from: number, to: number): Promise<void> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkLength, to - from));
  // Chunks overlap, so that no needle is cut in two.
  for (let at = from; at < to; at += chunkLength - widest + 1) {
    const { bytesRead } = await memory.read(chunk, 0, Math.min(chunk.length, to - at), at);
    needles.count(chunk.subarray(0, bytesRead));
  }
}

class Needles {
  readonly hits = new Map<string, number>();
  /** Whether a needle begins with these two bytes: most places are passed over without a look-up. */
  readonly #starts = new Uint8Array(0x10000);
  /** The names of needles, by their width. */
  readonly #names = new Map<number, Map<string, string>>();

  constructor(canaries: readonly Canary[]) {
    for (const { name, bytes, width = usualWidth } of canaries) {
      const names = this.#names.get(width) ?? new Map<string, string>();
      this.#names.set(width, names);
      for (const ordered of [Buffer.from(bytes), Buffer.from(bytes).reverse()])
        for (let at = 0; at + width <= ordered.length; at += width) {
          const needle = ordered.subarray(at, at + width);
          this.#starts[needle.readUInt16LE()] = 1;
          names.set(needle.toString('latin1'), name);
        }
    }
  }

  count(bytes: Buffer): void {
    for (let at = 0; at + usualWidth <= bytes.length; at++) {
      if (!this.#starts[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)]) continue;
      for (const [width, names] of this.#names) {
        const name = names.get(bytes.toString('latin1', at, at + width));
        if (name) this.hits.set(name, (this.hits.get(name) ?? 0) + 1);
      }
    }
  }
}
