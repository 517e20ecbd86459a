import { createPublicKey } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportPem, generatePrivateKey } from '@mintmark/stamper';
import { type Connection, type Exchange, openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { connectToDatabase } from '../../load/service-database.ts';
import {
  readPostmaster,
  type ServiceProcess,
  startProgram,
  startService,
  temporaryDirectory,
} from '../../load/service-process.ts';
import {
  type Actor,
  actorOf,
  makeActors,
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
const starts = 5;
const rounds = 15;
/** Warms up the JIT compiler: the figures are for a service that has been running for a while. */
const warmUpRounds = 40;

/** Measures how fast the service starts, and compares its speed with that of a minimal service. */
export async function benchServer(): Promise<void> {
  await benchStart();
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const root = await readRootActor(directory.path);
  console.log('server, 32 connections                   ratio    each/s    bare/s   p50 ms   p99 ms  p99/p50');
  await benchWhoami(service, root);
  await benchTags(service, root, directory.path);
  await benchTwo(service, root, directory.path);
}

/** Measures the time from the start of the process until it listens, including the start of Node. */
async function benchStart(): Promise<void> {
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < starts; round++) {
    await using directory = await temporaryDirectory();
    for (const times of [first, later]) {
      await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
      times.push(service.startMs);
    }
  }
  console.log('server, start to listening                median ms');
  console.log(`  ${'first start, with a new database'.padEnd(38)}${median(first).toFixed(0).padStart(11)}`);
  console.log(`  ${'later start'.padEnd(38)}${median(later).toFixed(0).padStart(11)}`);
}

interface Figures {
  readonly ratio: number;
  readonly rate: number;
  readonly bareRate: number;
  readonly exchanges: readonly Exchange[];
}

/** Alternating rounds. Each builds its requests first, and is timed from the first byte to the last answer. */
async function compare(
  bare: () => Promise<number>,
  make: () => Promise<readonly Buffer[]>,
  connections: readonly Connection[],
  after: (exchanges: readonly Exchange[]) => Promise<void> = async () => {},
): Promise<Figures> {
  const rates: [number, number][] = [];
  const exchanges: Exchange[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const bareRate = await bare();
    const requests = await make();
    const start = performance.now();
    const done = await sendAll(connections, requests);
    const rate = (1000 * done.length) / (performance.now() - start);
    requireSuccess(done);
    await after(done);
    if (round < 0) continue;
    rates.push([bareRate, rate]);
    exchanges.push(...done);
  }
  return {
    ratio: median(rates.map(([one, two]) => two / one)),
    rate: median(rates.map(([, two]) => two)),
    bareRate: median(rates.map(([one]) => one)),
    exchanges,
  };
}

async function benchWhoami(service: ServiceProcess, root: Actor): Promise<void> {
  const key = generatePrivateKey('p256');
  const spki = createPublicKey(exportPem(key)).export({ format: 'der', type: 'spki' });
  const bareProgram = fileURLToPath(new URL('./bare-service.ts', import.meta.url));
  await using bareService = await startProgram([bareProgram], { BENCH_KEY: spki.toString('base64') });
  const stranger = actorOf({ ...root, key: key.toApiKey() });
  const actors = await makeActors(service.port, root, connectionCount);
  const bareRequest = await whoami(stranger);
  const requests = await Promise.all(actors.map(whoami));
  const count = 1024;
  const repeated = (of: readonly Buffer[]) =>
    Array.from({ length: count }, (_, index) => of[index % of.length] as Buffer);
  const bareConnections = openConnections(bareService.port, connectionCount);
  const connections = openConnections(service.port, connectionCount);
  const bare = async () => {
    const start = performance.now();
    await sendAll(bareConnections, repeated([bareRequest]));
    return (1000 * count) / (performance.now() - start);
  };
  print('whoami, beside parse and verify', await compare(bare, async () => repeated(requests), connections));
  for (const connection of [...bareConnections, ...connections]) connection.close();
}

/** Within the maximum number of tags of an organization. */
const tagsOfOrganization = 96;
const tagsOfSubOrganization = 8;

async function benchTags(service: ServiceProcess, root: Actor, dataDirectory: string): Promise<void> {
  const connections = openConnections(service.port, connectionCount);
  await using database = await openDatabase(dataDirectory);
  const deleteAll = (actor: Actor) => async (exchanges: readonly Exchange[]) => {
    const userTagIds = exchanges.map(({ body }) => tagIdOf(body));
    await resultOf(service.port, await submission(actor, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
  };
  const tagsFor = (actors: readonly Actor[], count: number) => () =>
    Promise.all(
      Array.from({ length: actors.length * count }, (_, index) =>
        newTag(actors[index % actors.length] as Actor, `Tag ${index}`),
      ),
    );
  const one = () => database.insertRate(1, tagsOfOrganization);
  print(
    'create_user_tag, one organization',
    await compare(one, tagsFor([root], tagsOfOrganization), connections, deleteAll(root)),
  );
  const subs = await makeSubOrganizations(service.port, root, 16);
  const many = () => database.insertRate(8, 16 * tagsOfSubOrganization);
  const forgetAll = async (exchanges: readonly Exchange[]) => {
    for (const sub of subs) {
      await deleteAll(sub)(exchanges.filter(({ body }) => body.includes(sub.organizationId)));
    }
  };
  print(
    'create_user_tag, 16 organizations',
    await compare(many, tagsFor(subs, tagsOfSubOrganization), connections, forgetAll),
  );
  for (const connection of connections) connection.close();
}

/** Compares two processes on one database with one process alone. */
async function benchTwo(first: ServiceProcess, root: Actor, dataDirectory: string): Promise<void> {
  await using directory = await temporaryDirectory();
  await using second = await startService({
    MINTMARK_DATA_DIR: directory.path,
    MINTMARK_MASTER_KEY_FILE: join(dataDirectory, 'master.key'),
    DATABASE_URL: 'postgres:///mintmark',
    PGUSER: 'mintmark',
    PGHOST: dirname((await readPostmaster(dataDirectory)).socket),
  });
  const requests = await Promise.all((await makeActors(first.port, root, connectionCount)).map(whoami));
  const one = openConnections(first.port, connectionCount);
  const two = [first, second].flatMap(({ port }) => openConnections(port, connectionCount / 2));
  const many = Array.from({ length: 1024 }, (_, index) => requests[index % requests.length] as Buffer);
  const alone = async () => {
    const start = performance.now();
    await sendAll(one, many);
    return (1000 * many.length) / (performance.now() - start);
  };
  print('whoami, two processes beside one', await compare(alone, async () => many, two));
  for (const connection of [...one, ...two]) connection.close();
}

/** Connects to the service's PostgreSQL, to insert rows of the size of an activity, each in its own transaction. */
async function openDatabase(dataDirectory: string) {
  const pool = await connectToDatabase(dataDirectory, 8);
  await pool.query('create table bench (id uuid primary key default gen_random_uuid(), body bytea not null)');
  const insert = { name: 'insert', text: 'insert into bench (body) values ($1)' };
  const body = Buffer.alloc(700, 1);
  return {
    async insertRate(lanes: number, count: number): Promise<number> {
      let left = count;
      const start = performance.now();
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (left-- > 0) await pool.query({ ...insert, values: [body] });
        }),
      );
      return (1000 * count) / (performance.now() - start);
    },
    async [Symbol.asyncDispose]() {
      await pool.query('drop table bench');
      await pool.end();
    },
  };
}

function print(title: string, { ratio, rate, bareRate, exchanges }: Figures): void {
  const sorted = exchanges.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const columns = [
    ratio.toFixed(2).padStart(6),
    rate.toFixed(0).padStart(9),
    bareRate.toFixed(0).padStart(9),
    at(0.5).toFixed(1).padStart(8),
    at(0.99).toFixed(1).padStart(8),
    (at(0.99) / at(0.5)).toFixed(1).padStart(8),
  ];
  console.log(`  ${title.padEnd(38)}${columns.join(' ')}`);
}
