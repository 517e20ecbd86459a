import type { Place, Position } from './source-places.ts';

/** What `--cpu-prof` writes, as far as it is read here. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** In microseconds of the monotonic clock. */
  readonly startTime: number;
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** The time from each sample to the one before it, in microseconds; for the first one, to the start. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: Position & { readonly functionName: string };
  readonly children?: readonly number[];
}

/** A span of the monotonic clock, in microseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The time that a function took: alone, and with everything that it called. */
export interface FunctionTime {
  readonly name: string;
  readonly place: string;
  readonly self: number;
  readonly inclusive: number;
}

/** How a thread spent a span, in microseconds. */
export interface Spent {
  /** The time in which the thread did not wait. */
  readonly busy: number;
  /** The busy time by the kind of code, the dearest first. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Functions of our own code. */
  readonly own: readonly FunctionTime[];
  /** All other functions. */
  readonly others: readonly FunctionTime[];
}

const ownCode = 'our own code';
const idle = 'idle';

interface Classified {
  readonly kind: string;
  readonly place: string;
  readonly name: string;
}

/** What V8 reports instead of a function. */
const special = new Map([
  ['(idle)', idle],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code outside JavaScript'],
  ['(root)', 'native code outside JavaScript'],
]);

/** Adds up the samples of a span. */
export function readProfile(profile: CpuProfile, span: Span, find: (position: Position) => Place): Spent {
  const codes = new Map(profile.nodes.map((node) => [node.id, classify(node, find)]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const kinds = new Map<string, number>();
  const functions = new Map<string, { code: Classified; self: number; inclusive: number }>();
  let busy = 0;
  for (const [id, time] of timesOf(profile, span)) {
    const own = codes.get(id);
    if (!own || own.kind === idle) continue;
    busy += time;
    kinds.set(own.kind, (kinds.get(own.kind) ?? 0) + time);
    const counted = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const code = codes.get(at) as Classified;
      const key = `${code.name} ${code.place}`;
      // A recursive function counts once.
      if (counted.has(key)) continue;
      counted.add(key);
      const sum = functions.get(key) ?? { code, self: 0, inclusive: 0 };
      functions.set(key, { code, self: sum.self + (at === id ? time : 0), inclusive: sum.inclusive + time });
    }
  }
  const listed = [...functions.values()].map(({ code: { name, place, kind }, ...times }) => ({
    kind,
    time: { name, place, ...times },
  }));
  const timesWhere = (isOwn: boolean) =>
    listed.filter(({ kind }) => (kind === ownCode) === isOwn).map(({ time }) => time);
  return {
    busy,
    kinds: new Map([...kinds].toSorted(([, one], [, other]) => other - one)),
    own: timesWhere(true),
    others: timesWhere(false),
  };
}

/** The time that a span spent in each node. */
function timesOf({ samples, timeDeltas, startTime }: CpuProfile, { start, end }: Span): Map<number, number> {
  let at = startTime;
  // V8 may write samples out of order.
  const ordered = samples
    .map((node, index) => {
      at += timeDeltas[index] ?? 0;
      return { node, at };
    })
    .toSorted((one, other) => one.at - other.at);
  const times = new Map<number, number>();
  for (const [index, sample] of ordered.entries()) {
    const until = Math.min(ordered[index + 1]?.at ?? sample.at, end);
    const time = until - Math.max(sample.at, start);
    if (time > 0) times.set(sample.node, (times.get(sample.node) ?? 0) + time);
  }
  return times;
}

function classify({ callFrame }: ProfileNode, find: (position: Position) => Place): Classified {
  const name = callFrame.functionName || '(anonymous)';
  const kind = special.get(name);
  if (kind) return { name, place: '', kind };
  if (callFrame.url === '') return { name, place: 'native', kind: 'native calls' };
  if (callFrame.url.startsWith('node:')) return { name, place: callFrame.url, kind: "Node's own code" };
  if (callFrame.url.startsWith('wasm:')) return { name, place: 'WebAssembly', kind: 'WebAssembly' };
  const { library, text } = find(callFrame);
  return { name, place: text, kind: library === undefined ? ownCode : 'libraries' };
}
