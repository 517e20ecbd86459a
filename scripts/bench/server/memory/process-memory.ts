import { readFile } from 'node:fs/promises';
import { type RunningProcess, readTree, workersAmong } from '../../../load/running-processes.ts';

/** The memory of one process or of several of one kind, in bytes. */
export interface Memory {
  readonly processes: number;
  /** Proportional set size: memory that several processes share counts for each with its part. */
  readonly pss: number;
  /** Memory that the process shares with no other. */
  readonly private: number;
}

/** The memory of a service by the kind of its processes. */
export type MemoryByKind = ReadonlyMap<string, Memory>;

/** Reads the memory of a running service: of its own processes one by one, and of those of PostgreSQL by their kind. */
export async function readMemory(pid: number): Promise<MemoryByKind> {
  const tree = await readTree(pid);
  const found = await Promise.all(
    tree.map(async (one) => {
      // The process may have ended meanwhile.
      const text = await readFile(`/proc/${one.pid}/smaps_rollup`, 'utf8').catch(() => undefined);
      return text === undefined ? [] : [[kindOf(one, tree, pid), parseRollup(text)] as const];
    }),
  );
  return sumByKind(found.flat());
}

/** Parses /proc/<pid>/smaps_rollup (proc_pid_smaps(5)). */
export function parseRollup(text: string): Memory {
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]);
  return { processes: 1, pss: bytes('Pss'), private: bytes('Private_Clean') + bytes('Private_Dirty') };
}

/** What a process of a service is for. */
export function kindOf(one: RunningProcess, tree: readonly RunningProcess[], servicePid: number): string {
  if (one.pid === servicePid) return 'first process';
  const seat = workersAmong(tree).indexOf(one);
  if (seat >= 0) return `worker ${seat + 1}`;
  const title = /^postgres: (?:\S+: )?(.*)$/.exec(one.command)?.[1];
  // A connection names its user, its database and where it comes from.
  if (title !== undefined)
    return `PostgreSQL, ${/\[local\]/.test(title) ? 'connections' : title.replace(/ \d+$/, 's').trim()}`;
  if (/^\S*\/postgres -D /.test(one.command)) return 'PostgreSQL, first process';
  return /^\S*\/sh -c /.test(one.command) ? 'shells that stop PostgreSQL' : 'others';
}

/** Adds up the memory of processes of the same kind. */
export function sumByKind(found: readonly (readonly [kind: string, memory: Memory])[]): MemoryByKind {
  const kinds = new Map<string, Memory>();
  for (const [kind, memory] of found) kinds.set(kind, add(kinds.get(kind) ?? none, memory));
  return kinds;
}

export const none: Memory = { processes: 0, pss: 0, private: 0 };

const add = (one: Memory, other: Memory): Memory => ({
  processes: one.processes + other.processes,
  pss: one.pss + other.pss,
  private: one.private + other.private,
});

export const totalOf = (memory: MemoryByKind): Memory => [...memory.values()].reduce(add, none);
