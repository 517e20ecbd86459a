import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Exchange, openConnections, requireSuccess } from '../../load/connections.ts';
import { percentile, table } from '../../load/figures.ts';
import { countWorkers, workersText } from '../../load/running-processes.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeKeys,
  makeSubOrganizations,
  newTag,
  readRootActor,
  resultOf,
} from '../../load/stamped-requests.ts';
import { median } from '../race.ts';
import type { Crowd } from './crowd.ts';
import { makeSigners, type Signer, signPayload } from './signers.ts';

const rounds = { warmUp: 1, count: 5 };
const neighbourCount = 15;
/** How many requests of one organization are in flight at any time. */
const crowdSize = 1_000;
/** One key may not send as many requests as a fast machine answers. */
const keyCount = 8;
/** How long a crowd sends before the neighbours do. */
const settleMs = 2_000;

/** Prints what organizations of one tenant notice of one that keeps very many requests waiting, and of one that always fails. */
export async function benchFairness(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const { port } = service;
  const root = await readRootActor(directory.path);
  const [other, ...owners] = (await makeSubOrganizations(port, root, neighbourCount + 1)) as [Actor, ...Actor[]];
  const neighbours = await makeSigners(port, owners);
  const [{ signWith }] = (await makeSigners(port, [other])) as [Signer];
  const holders = (await makeKeys(port, other, keyCount)).map(({ organizationId, key }) => ({ organizationId, key }));
  await resultOf(port, await newTag(other, 'taken'));
  const one = { port, signers: neighbours.slice(0, 1), connections: 1, count: 300 };
  const all = { port, signers: neighbours, connections: 2 * neighbourCount, count: 600 };
  const crowded = await race(one, slowestOf, { port, requests: crowdSize, holders, signWith });
  const failing = await race(all, rateOf, { port, requests: 2, holders });
  console.log(`fairness, signatures of neighbours, ${workersText(await countWorkers(service.pid))}`);
  console.log(
    table([
      ['', 'alone', 'beside', 'ratio', 'answers to the other'],
      [`p99 of one organization, ms, beside ${crowdSize} requests of another`, ...figures(crowded)],
      [`each second, of ${neighbourCount}, beside one that always fails`, ...figures(failing)],
    ]),
  );
}

interface Load {
  readonly port: number;
  readonly signers: readonly Signer[];
  readonly connections: number;
  readonly count: number;
}

interface Outcome {
  readonly exchanges: readonly Exchange[];
  readonly ms: number;
}

interface Raced {
  readonly pairs: readonly (readonly [alone: number, beside: number])[];
  readonly answers: string;
}

const slowestOf = ({ exchanges }: Outcome) =>
  percentile(
    exchanges.map(({ ms }) => ms),
    0.99,
  );
const rateOf = ({ exchanges, ms }: Outcome) => (1_000 * exchanges.length) / ms;

/** Alternates between a load alone and the same load beside a crowd. */
async function race(load: Load, measure: (outcome: Outcome) => number, crowd: Crowd): Promise<Raced> {
  const pairs: [number, number][] = [];
  let answers = '';
  for (let round = -rounds.warmUp; round < rounds.count; round++) {
    const alone = measure(await run(load));
    const end = begin(crowd);
    await setTimeout(settleMs);
    const beside = measure(await run(load));
    answers = await end();
    if (round >= 0) pairs.push([alone, beside]);
  }
  return { pairs, answers };
}

async function run({ port, signers, connections: connectionCount, count }: Load): Promise<Outcome> {
  // New ones: the service closes those that are idle, as they are between rounds.
  const connections = openConnections(port, connectionCount);
  const exchanges: Exchange[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let index = next++; index < count; index = next++)
        exchanges.push(await connection.send(await signPayload(signers[index % signers.length] as Signer)));
    }),
  );
  const ms = performance.now() - start;
  for (const connection of connections) connection.close();
  requireSuccess(exchanges);
  return { exchanges, ms };
}

/** Starts a crowd. The returned function ends it, and resolves to how often each status was answered. */
function begin(crowd: Crowd): () => Promise<string> {
  const program = fileURLToPath(new URL('./crowd.ts', import.meta.url));
  const env = { ...process.env, BENCH_CROWD: JSON.stringify(crowd) };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const printed = text(child.stdout);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    return (await printed).trim();
  };
}

const figures = ({ pairs, answers }: Raced): string[] => [
  median(pairs.map(([alone]) => alone)).toFixed(1),
  median(pairs.map(([, beside]) => beside)).toFixed(1),
  median(pairs.map(([alone, beside]) => beside / alone)).toFixed(2),
  answers,
];
