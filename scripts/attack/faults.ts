import { setTimeout } from 'node:timers/promises';
import { readMetric } from '../load/read-metric.ts';
import { makeSubOrganization } from '../load/stamped-requests.ts';
import type { AttackOptions } from './attack-options.ts';
import { Counts } from './counts.ts';
import { Delivery } from './delivery.ts';
import { type Fault, planFaults } from './fault-plan.ts';
import { areExpected, type Flood, type FloodOrder, otherAddresses, prepareFlood } from './flood.ts';
import { GoodCaller } from './good-caller.ts';
import { makeLargeActivities } from './large-activities.ts';
import { judgeMemory, type MemorySample } from './memory.ts';
import { createRandom, type Random } from './random.ts';
import { openRig, type Rig, type Supervised } from './rig.ts';

/** Half of them are in organizations where two root users have to approve. */
const callerCount = 12;
/** A single organization cannot occupy all connections of a process. These together can, and other callers must wait. */
const readingOrganizations = 4;
const largeActivities = 4;
const progressMs = 10_000;
/** How long traffic goes on after the last fault. */
const calmMs = 3_000;
/** The time limit for recovery after the last fault. */
const recoveryMs = 20_000;

/** The hostile traffic: what is sent, how many requests a second, and the allowed statuses. */
const floods = [
  { kind: 'largeLists', rate: 8, connections: 32, expected: ['200', '429', '503'] },
  { kind: 'manyValues', rate: 4, connections: 4, expected: ['400', '401', '429', '503'] },
  { kind: 'duplicateMembers', rate: 2, connections: 2, expected: ['400', '401', '429', '503'] },
  { kind: 'small', rate: 50, connections: 16, expected: ['401', '429', '503'] },
  { kind: 'small', rate: 25, connections: 16, expected: ['401', '429', '503'], namesUnknownKeys: true },
] as const;

/** The state of a run. */
interface Run {
  readonly rig: Rig;
  readonly random: Random;
  readonly callers: readonly GoodCaller[];
  readonly retries: Counts;
  readonly faults: Counts;
  readonly memory: readonly [MemorySample[], MemorySample[]];
  readonly problems: string[];
}

/** Runs the service under load while everything around it fails, and returns the problems found. */
export async function runFaults({ servers, seed, durationMs, signal }: AttackOptions): Promise<string[]> {
  const random = createRandom(seed);
  const plan = planFaults(random, durationMs);
  await using rig = await openRig(servers[0] as string);
  signal.throwIfAborted();
  const ports = rig.services.map(({ port }) => port);
  const [port] = ports as [number];
  const organizations = await Promise.all(
    Array.from({ length: callerCount }, (_, index) =>
      makeSubOrganization(port, rig.root, `Caller ${index}`, 1 + (index % 2)),
    ),
  );
  const readers = await Promise.all(
    Array.from({ length: readingOrganizations }, (_, index) =>
      makeLargeActivities(port, rig.root, `Reader ${index}`, largeActivities),
    ),
  );
  const retries = new Counts();
  using deliveries = new DisposableStack();
  const callers = organizations.map((roots, index) => {
    const open = () => deliveries.adopt(new Delivery(ports, retries, signal), (delivery) => delivery.close());
    return new GoodCaller(roots, [open(), open()], createRandom(seed + index));
  });
  const run: Run = { rig, random, callers, retries, faults: new Counts(), memory: [[], []], problems: [] };

  using open = new DisposableStack();
  const started: [Flood, readonly string[], string][] = [];
  for (const { expected, ...flood } of floods) {
    const holders = flood.kind === 'largeLists' ? readers.flat() : organizations.flat();
    const order: FloodOrder = { ...flood, holders, seed, ports, addresses: otherAddresses };
    started.push([open.use(await prepareFlood(order)), expected, flood.kind]);
  }
  signal.throwIfAborted();
  console.log(`${plan.length} faults, ${callerCount} callers, ${floods.length} kinds of hostile traffic`);
  const begun = performance.now();
  for (const [flood] of started) flood.begin();
  const isOver = () => signal.aborted || performance.now() - begun > durationMs + calmMs;
  const working = callers.map((caller, index) =>
    caller.work(isOver).catch((error: Error) => run.problems.push(`caller ${index}: ${error.message}`)),
  );
  const watching = watch(run, begun, durationMs, isOver);
  try {
    await failAsPlanned(run, plan, begun, signal);
    await Promise.all(working);
  } finally {
    await watching;
    await Promise.all(working);
  }
  signal.throwIfAborted();
  for (const [flood, expected, kind] of started) {
    const counts = new Counts();
    counts.addAll(await flood.end());
    console.log(`hostile traffic, ${kind}: ${counts}`);
    if (!areExpected(counts, expected)) run.problems.push(`${kind} was answered ${counts}`);
  }
  await check(run);
  return [...run.problems, ...rig.problems];
}

async function failAsPlanned({ rig, random, faults }: Run, plan: readonly Fault[], begun: number, signal: AbortSignal) {
  const ends: Promise<void>[] = [];
  for (const fault of plan) {
    await setTimeout(Math.max(begun + fault.atMs - performance.now(), 0), undefined, { signal });
    const service = rig.services[fault.process] as Supervised;
    if (fault.kind !== 'killPostgres') faults.add(fault.kind);
    switch (fault.kind) {
      case 'killPostgres':
        if (await rig.killPostgres()) faults.add(fault.kind);
        continue;
      case 'killService':
        await service.kill();
        continue;
      case 'slow':
        service.proxy.slow(fault.delayMs);
        break;
      case 'stallSome':
        service.proxy.stallSome(() => random(3) === 0);
        continue;
      default:
        service.proxy[fault.kind]();
    }
    ends.push(setTimeout(fault.forMs).then(() => service.proxy.heal()));
  }
  await Promise.all(ends);
  for (const { proxy } of rig.services) proxy.heal();
}

/** Prints the progress every few seconds, and records the memory in the second half. */
async function watch(run: Run, begun: number, durationMs: number, isOver: () => boolean): Promise<void> {
  for (let next = progressMs; !isOver(); next += progressMs) {
    while (performance.now() - begun < next && !isOver()) await setTimeout(100);
    const atMs = performance.now() - begun;
    const memory = await Promise.all(run.rig.services.map(({ port }) => readMemory(port)));
    for (const [index, mebibytes] of memory.entries())
      if (mebibytes !== undefined && atMs > durationMs / 2) run.memory[index]?.push([atMs, mebibytes]);
    const sizes = memory.map((mebibytes) => mebibytes?.toFixed(0) ?? '-').join(' and ');
    console.log(
      `${(atMs / 1000).toFixed(0).padStart(5)} s  ${sumOf(run, 'acknowledged')} activities, ${sumOf(run, 'answers')} right answers, ` +
        `sent again: ${run.retries}; ${sizes} MiB; faults: ${run.faults}`,
    );
  }
}

const sumOf = ({ callers }: Run, figure: 'acknowledged' | 'answers') =>
  callers.reduce((sum, caller) => sum + caller[figure], 0);

const readMemory = async (port: number) => {
  const bytes = await readMetric(port, 'process_resident_memory_bytes').catch(() => undefined);
  return bytes && bytes / 2 ** 20;
};

/** Checks the service and its data after the faults have ended. */
async function check(run: Run): Promise<void> {
  const { rig, problems } = run;
  for (const [index, { port }] of rig.services.entries()) {
    const name = index === 0 ? 'first' : 'second';
    const readyMs = await timeUntil(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200);
    const idleMs = await timeUntil(
      async () =>
        (await readMetric(port, 'mintmark_database_connections_busy')) === 0 &&
        (await readMetric(port, 'mintmark_database_waiting')) === 0,
    );
    const after = (ms: number | undefined) => (ms === undefined ? 'never' : `after ${ms} ms`);
    console.log(`the ${name} process: ready: ${after(readyMs)}; no connection busy: ${after(idleMs)}`);
    if (readyMs === undefined) problems.push(`the ${name} process is not ready after ${recoveryMs / 1000} s`);
    if (idleMs === undefined) {
      const busy = await readMetric(port, 'mintmark_database_connections_busy').catch(() => 'an unknown number of');
      problems.push(`the ${name} process has ${busy} busy connections after ${recoveryMs / 1000} s`);
    }
    const { first, last, growth, isFlat } = judgeMemory(run.memory[index] ?? []);
    const figures = `${first.toFixed(0)} MiB after warm-up, ${last.toFixed(0)} MiB at the end, ${growth.toFixed(1)} MiB a minute`;
    console.log(`the ${name} process: ${figures}`);
    if (!isFlat) problems.push(`the memory of the ${name} process grows: ${figures}`);
  }
  for (const [index, caller] of run.callers.entries()) {
    const problem = await caller.checkLedger().catch((error: Error) => error.message);
    if (problem) problems.push(`ledger of caller ${index}: ${problem}`);
    console.log(
      `ledger of caller ${index}: ${caller.acknowledged} activities acknowledged, ${problem ?? 'each stored exactly once'}`,
    );
  }
  const audit = await rig.verifyAudit();
  console.log(audit.trim());
  if (!audit.includes('The audit log is valid.')) problems.push('the audit log does not verify');
}

/** The time until a condition is true, or undefined after the time limit. */
async function timeUntil(holds: () => Promise<boolean>): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < recoveryMs) {
    if (await holds().catch(() => false)) return Math.round(performance.now() - start);
    await setTimeout(100);
  }
  return undefined;
}
