import { isCpuTimeKnown } from '@mintmark/testing/cpu-time';
import { percentile, table } from '../../../load/figures.ts';
import { workersText } from '../../../load/running-processes.ts';
import { median } from '../../race.ts';
import { readNames } from '../read-names.ts';
import {
  type Contender,
  connectionCount,
  signingOrganizations,
  startContender,
  subOrganizationCount,
  tagsOfRound,
  usersOfSubOrganization,
  type WorkloadName,
} from './contender.ts';
import { readUsageAfter, readUsageBefore, type Usage, usagePerRequest, walPosition } from './usage.ts';
import { watchTraffic } from './watch-traffic.ts';
import type { WireCounts } from './wire-counts.ts';

interface Workload {
  readonly name: WorkloadName;
  readonly title: string;
  readonly warmUpRounds: number;
  readonly rounds: number;
  /** Rounds of the separate run in which the messages to PostgreSQL are counted. */
  readonly countedRounds?: number;
}

const workloads: readonly Workload[] = [
  {
    name: 'tags',
    title: `an activity: create_user_tag, and delete_user_tags for every ${tagsOfRound} of them, in one organization`,
    warmUpRounds: 5,
    rounds: 24,
    countedRounds: 5,
  },
  {
    name: 'users',
    title: `an activity: create_users with one user and one API key, in ${subOrganizationCount} sub-organizations`,
    warmUpRounds: 4,
    rounds: usersOfSubOrganization - 4,
  },
  {
    name: 'sign1',
    title: 'an activity: sign_raw_payload, secp256k1, in one organization',
    warmUpRounds: 5,
    rounds: 24,
    countedRounds: 5,
  },
  {
    name: 'sign16',
    title: `an activity: sign_raw_payload, secp256k1, in ${signingOrganizations} sub-organizations`,
    warmUpRounds: 5,
    rounds: 24,
    countedRounds: 5,
  },
  {
    name: 'lone',
    title: 'an activity: sign_raw_payload, secp256k1, one connection that sends one at a time',
    warmUpRounds: 5,
    rounds: 40,
    countedRounds: 10,
  },
  { name: 'whoami', title: 'a query: whoami', warmUpRounds: 4, rounds: 10 },
];
const names = workloads.map(({ name }) => name);

/**
 * Measures what one request costs: CPU, WAL, rows, bytes at rest, and statements. With BEFORE, measures another clone too, in
 * turns. COST names some of the workloads.
 */
export async function benchCost(): Promise<void> {
  const chosen = readNames('COST', names, names);
  await using open = new AsyncDisposableStack();
  const before = process.env['BEFORE'];
  const contenders = [await startContender(open)];
  if (before) contenders.push(await startContender(open, before));
  const workers = [...new Set(contenders.map((contender) => workersText(contender.workers)))];
  console.log(`server, what one request costs; ${connectionCount} connections; ${workers.join(' beside ')}`);
  if (!isCpuTimeKnown) console.log('  CPU is not measured: only Linux has /proc');
  const measured = workloads.filter(({ name }) => chosen.includes(name));
  for (const workload of measured) print(workload.title, await measure(contenders, workload));
  const counted = measured.filter(({ countedRounds }) => countedRounds);
  if (counted.length === 0) return;
  console.log(
    'messages to PostgreSQL for each of these, with those of background work; in another run, which is slower',
  );
  const countsOf = [];
  for (const contender of contenders) countsOf.push(await countMessages(contender, counted));
  for (const { name, title } of counted)
    print(
      title,
      countsOf.map((counts) => counts.get(name) ?? new Map()),
    );
}

/** What each contender uses for one request, measured in alternating rounds. */
async function measure(contenders: readonly Contender[], { name, warmUpRounds, rounds }: Workload): Promise<Usage[]> {
  for (let round = 0; round < warmUpRounds; round++) for (const contender of contenders) await contender.rounds[name]();
  const runs = [];
  for (const contender of contenders)
    runs.push({ contender, begun: await readUsageBefore(contender.measured), ms: [] as number[], wal: [] as number[] });
  for (let round = 0; round < rounds; round++) {
    for (const { contender, ms, wal } of runs) {
      const { pool } = contender.measured;
      const start = await walPosition(pool);
      const exchanges = await contender.rounds[name]();
      wal.push(((await walPosition(pool)) - start) / exchanges.length);
      ms.push(...exchanges.map((exchange) => exchange.ms));
    }
  }
  const costs: Usage[] = [];
  for (const { contender, begun, ms, wal } of runs) {
    const cost = usagePerRequest(begun, await readUsageAfter(contender.measured), ms.length);
    // Autovacuum and checkpoints write to the WAL at times of their own; most rounds are without them.
    costs.push(new Map([['p50, ms', percentile(ms, 0.5)], ['WAL of the median round, bytes', median(wal)], ...cost]));
  }
  return costs;
}

/** The messages that one contender exchanges with PostgreSQL for one request of each workload. */
async function countMessages(
  { dataDirectory, rounds, recovered }: Contender,
  counted: readonly Workload[],
): Promise<Map<WorkloadName, Usage>> {
  await using traffic = await watchTraffic(dataDirectory);
  await recovered();
  const usages = new Map<WorkloadName, Usage>();
  for (const { name, countedRounds = 0 } of counted) {
    // The connections are new, and prepare each statement once.
    for (let round = 0; round < countedRounds; round++) await rounds[name]();
    const begun = traffic.read();
    let count = 0;
    for (let round = 0; round < countedRounds; round++) count += (await rounds[name]()).length;
    usages.set(name, usagePerRequest(rowsOf(begun), rowsOf(traffic.read()), count));
  }
  return usages;
}

const rowsOf = (counts: WireCounts): Usage =>
  new Map([
    ['statements, besides the following', counts.statements],
    ['begin', counts.begins],
    ['commit', counts.commits],
    ['savepoint, release, rollback', counts.savepointsAndRollbacks],
    ['transactions, with statements on their own', counts.transactions],
    ['failed statements', counts.failedStatements],
    ['round trips', counts.roundTrips],
    ['bytes sent', counts.bytesSent],
    ['bytes received', counts.bytesReceived],
  ]);

function print(title: string, [cost, before]: readonly Usage[]): void {
  console.log(`${title}\n${table(costRows(cost ?? new Map(), before))}`);
}

/** The rows of the table of one workload, with a heading. */
export function costRows(cost: Usage, before: Usage | undefined): string[][] {
  const names = [...new Set([...cost.keys(), ...(before?.keys() ?? [])])];
  const rows = names.map((name) => {
    const [now, then] = [cost.get(name) ?? 0, before?.get(name) ?? 0];
    return [name, figure(now), ...(before ? [figure(then), ratio(now, then)] : [])];
  });
  return [['', 'each', ...(before ? ['before', 'ratio'] : [])], ...rows];
}

function figure(value: number): string {
  if (Number.isNaN(value)) return 'unknown';
  const digits = value < 10 ? 3 : value < 100 ? 1 : 0;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

const ratio = (now: number, then: number) => (Number.isFinite(now / then) ? (now / then).toFixed(3) : '–');
