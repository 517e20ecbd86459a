import { type Connection, type Exchange, requireSuccess, sendAll } from '../../load/connections.ts';
import { percentile } from '../../load/figures.ts';
import { median } from '../race.ts';

const runs = 5;
/** A run ends early on a busy machine, so that six comparisons take about four minutes. */
const roundsOfRun = { fewest: 3, most: 12, longestMs: 6_000 };
/** Warms up the JIT compiler: the figures are for a service that has been running for a while. */
const warmUpRounds = { fewest: 5, most: 30, longestMs: 8_000 };

/** What is compared with a bare service or database. */
export interface Contest {
  /** Runs a round of the bare one, and resolves to its rate. */
  readonly bare: () => Promise<number>;
  /** Builds the requests of a round. */
  readonly make: () => Promise<readonly Buffer[]>;
  readonly connections: readonly Connection[];
  /** Cleans up after a round. */
  readonly after?: (exchanges: readonly Exchange[]) => Promise<void>;
}

/** The rates of both, in requests a second, in the rounds of a run. */
type Rates = readonly (readonly [bare: number, rate: number])[];

export interface Comparison {
  readonly title: string;
  readonly runs: readonly Rates[];
  readonly exchanges: readonly Exchange[];
}

/** Several runs of alternating rounds. Each round builds its requests first, and is timed from the first byte to the last answer. */
export async function compare(title: string, { bare, make, connections, after }: Contest): Promise<Comparison> {
  const exchanges: Exchange[] = [];
  const round = async (): Promise<readonly [bare: number, rate: number]> => {
    const bareRate = await bare();
    const requests = await make();
    const start = performance.now();
    const done = await sendAll(connections, requests);
    const rate = (1000 * done.length) / (performance.now() - start);
    requireSuccess(done);
    await after?.(done);
    exchanges.push(...done);
    return [bareRate, rate];
  };
  await repeat(round, warmUpRounds);
  exchanges.length = 0;
  const measured: Rates[] = [];
  for (let run = 0; run < runs; run++) measured.push(await repeat(round, roundsOfRun));
  return { title, runs: measured, exchanges };
}

async function repeat<Result>(round: () => Promise<Result>, { fewest, most, longestMs }: typeof roundsOfRun) {
  const results: Result[] = [];
  const start = performance.now();
  while (results.length < fewest || (results.length < most && performance.now() - start < longestMs))
    results.push(await round());
  return results;
}

const ratioOf = (rates: Rates) => median(rates.map(([bare, rate]) => rate / bare));

const titleWidth = 40;
const widths = [5, 8, 8, 8, 8, 9];

const line = (title: string, columns: readonly string[], ratios: string) =>
  `${title.padEnd(titleWidth)}${columns.map((column, index) => column.padStart(widths[index] ?? 0)).join('')}  ${ratios}`;

/** The heading of the rows. */
export const comparisonHead = (title: string) =>
  line(title, ['ratio', 'each/s', 'bare/s', 'p50 ms', 'p99 ms', 'p99/p50'], 'ratio of each run');

/** One row. The ratio is the median of those of the runs, which follow. */
export function comparisonRow({ title, runs, exchanges }: Comparison): string {
  const ratios = runs.map(ratioOf);
  const ms = exchanges.map((exchange) => exchange.ms);
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  const columns = [
    median(ratios).toFixed(2),
    median(runs.flat().map(([, rate]) => rate)).toFixed(0),
    median(runs.flat().map(([bare]) => bare)).toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
    (p99 / p50).toFixed(1),
  ];
  return line(`  ${title}`, columns, ratios.map((ratio) => ratio.toFixed(2)).join(' '));
}
