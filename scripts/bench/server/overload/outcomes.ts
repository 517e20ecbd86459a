import type { Connection, Exchange } from '../../../load/connections.ts';
import { percentile } from '../../../load/figures.ts';

/** An answer, or why none came. */
export type Outcome = Exchange | Error;

/** Sends requests over all connections at the same time, and goes on after a failure. */
export async function sendEach(connections: readonly Connection[], requests: readonly Buffer[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = requests.values();
  const lane = async (connection: Connection) => {
    for (const request of left) outcomes.push(await connection.send(request).catch((error: Error) => error));
  };
  await Promise.all(connections.map(lane));
  return outcomes;
}

/** Counts outcomes; latencies are those of all answers. The names are those of the rows of a table. */
export function countOutcomes(outcomes: readonly Outcome[]): Map<string, string> {
  const answers = outcomes.filter((outcome): outcome is Exchange => !(outcome instanceof Error));
  const count = (matches: (answer: Exchange) => boolean) => `${answers.filter(matches).length}`;
  const others = answers.flatMap(({ status }) => (status === 200 || status === 503 ? [] : `${status}`));
  const failures = outcomes.flatMap((outcome) => (outcome instanceof Error ? outcome.message : []));
  const at = (of: readonly Exchange[], share: number) => {
    const ms = percentile(
      of.map((answer) => answer.ms),
      share,
    );
    return Number.isNaN(ms) ? '–' : ms.toFixed(0);
  };
  const succeeded = answers.filter(({ status }) => status === 200);
  return new Map([
    ['answered 200', `${succeeded.length}`],
    ['answered 503 with Retry-After', count(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)],
    ['answered 503 without Retry-After', count(({ status, retryAfter }) => status === 503 && retryAfter === undefined)],
    ['other answers', withKinds(others)],
    ['no answer', withKinds(failures)],
    ['p50 of 200, ms', at(succeeded, 0.5)],
    ['p99 of 200, ms', at(succeeded, 0.99)],
    ['p50 of all answers, ms', at(answers, 0.5)],
    ['p99 of all answers, ms', at(answers, 0.99)],
  ]);
}

/** How many there are, with their kinds. */
const withKinds = (all: readonly string[]) =>
  all.length === 0 ? '0' : `${all.length} (${[...new Set(all)].toSorted().join(', ')})`;
