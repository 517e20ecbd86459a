import { fileURLToPath } from 'node:url';
import { type Connection, openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { percentile } from '../../load/figures.ts';
import { startProgram, startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeSubOrganizations,
  newTag,
  readRootActor,
  resultOf,
  submission,
  tagIdOf,
  whoami,
} from '../../load/stamped-requests.ts';
import { median } from '../race.ts';

const connectionCount = 32;
const rounds = 15;
const warmUpRounds = 15;

/** Measures latencies: under a mix of queries and activities, and beside activities with slow work of another organization. */
export async function benchMix(): Promise<void> {
  await benchQueriesAndActivities();
  await benchSlowWork();
}

/** Four of five requests are queries, the fifth creates a tag, in 16 organizations. */
async function benchQueriesAndActivities(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const subs = await makeSubOrganizations(service.port, await readRootActor(directory.path), 16);
  const connections = openConnections(service.port, connectionCount);
  const times: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const requests = await Promise.all(
      Array.from({ length: 40 * subs.length }, (_, index) => {
        const actor = subs[index % subs.length] as Actor;
        const turn = Math.floor(index / subs.length);
        return turn % 5 === 4 ? newTag(actor, `Tag ${turn}`) : whoami(actor);
      }),
    );
    const exchanges = await sendAll(connections, requests);
    requireSuccess(exchanges);
    if (round >= 0) times.push(...exchanges.map(({ ms }) => ms));
    for (const sub of subs) {
      const tags = exchanges.filter(({ body }) => body.includes('"activity"') && body.includes(sub.organizationId));
      const userTagIds = tags.map(({ body }) => tagIdOf(body));
      await resultOf(service.port, await submission(sub, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
    }
  }
  for (const connection of connections) connection.close();
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  console.log('server, 80 % whoami and 20 % create_user_tag, 32 connections      p50 ms   p99 ms  p99/p50');
  console.log(`  ${'16 organizations'.padEnd(62)}${figures(p50, p99, p99 / p50)}`);
}

/** One organization prepares activities of 5 ms of CPU without a pause, while others ask. */
async function benchSlowWork(): Promise<void> {
  const program = fileURLToPath(new URL('../../../packages/server/test/programs/serve-slow-work.ts', import.meta.url));
  await using directory = await temporaryDirectory();
  await using service = await startProgram([program, directory.path], {});
  const root = await readRootActor(directory.path);
  const subs = await makeSubOrganizations(service.port, root, 16);
  const connections = openConnections(service.port, connectionCount);
  const requests = await Promise.all(Array.from({ length: 512 }, (_, index) => whoami(subs[index % 16] as Actor)));
  const p99Of = async () => {
    const exchanges = await sendAll(connections, requests);
    requireSuccess(exchanges);
    return percentile(
      exchanges.map(({ ms }) => ms),
      0.99,
    );
  };
  const busy = openConnections(service.port, 4);
  const ratios: number[] = [];
  const alone: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const before = await p99Of();
    let isOver = false;
    const slow = Promise.all(busy.map((connection) => submitUntil(connection, root, () => isOver)));
    const beside = await p99Of();
    isOver = true;
    await slow;
    if (round < 0) continue;
    alone.push(before);
    ratios.push(beside / before);
  }
  for (const connection of [...connections, ...busy]) connection.close();
  console.log('server, whoami beside activities of another organization with 5 ms of CPU each');
  console.log(
    `  ${'p99 beside them, p99 alone, ratio'.padEnd(62)}${figures(median(alone) * median(ratios), median(alone), median(ratios))}`,
  );
}

async function submitUntil(connection: Connection, actor: Actor, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const request = await submission(actor, 'upsert_swap_config', 'UPSERT_SWAP_CONFIG', { feeBps: '1' });
    requireSuccess([await connection.send(request)]);
  }
}

const figures = (...values: readonly number[]) => values.map((value) => value.toFixed(1).padStart(9)).join('');
