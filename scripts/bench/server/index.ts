import { createPublicKey } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportPem, generatePrivateKey } from '@mintmark/stamper';
import { type Exchange, openConnections, sendAll } from '../../load/connections.ts';
import { countWorkers, workersText } from '../../load/running-processes.ts';
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
  makeKeys,
  makeSubOrganizations,
  newTag,
  readRootActor,
  resultOf,
  submission,
  tagIdOf,
  whoami,
} from '../../load/stamped-requests.ts';
import { median } from '../race.ts';
import { openBareInserts } from './bare-inserts.ts';
import { type Contest, compare, comparisonHead, comparisonRow } from './comparison.ts';
import { makeSigners, makeSignersOfOne, type Signer, signatures } from './signers.ts';

const connectionCount = 32;
const starts = 5;
const subOrganizationCount = 16;
/** One key may not send as many requests as a fast machine answers. */
const keyCount = 4;

/** Measures how fast the service starts, and compares its speed with that of a minimal service. */
export async function benchServer(): Promise<void> {
  await benchStart();
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const root = await readRootActor(directory.path);
  const workers = workersText(await countWorkers(service.pid));
  console.log(comparisonHead(`server, ${connectionCount} connections, ${workers}`));
  await benchWhoami(service, root);
  await benchActivities(service, root, directory.path);
  await benchTwo(service, root, directory.path);
}

const bench = async (title: string, contest: Contest) => console.log(comparisonRow(await compare(title, contest)));

/** Measures the time from the start of the process until it listens, including the start of Node. */
async function benchStart(): Promise<void> {
  let workers = 0;
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < starts; round++) {
    await using directory = await temporaryDirectory();
    for (const times of [first, later]) {
      await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
      times.push(service.startMs);
      workers = await countWorkers(service.pid);
    }
  }
  console.log(`${`server, start to listening, ${workersText(workers)}`.padEnd(40)}median ms`);
  console.log(`  ${'first start, with a new database'.padEnd(38)}${median(first).toFixed(0).padStart(9)}`);
  console.log(`  ${'later start'.padEnd(38)}${median(later).toFixed(0).padStart(9)}`);
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
  await bench('whoami, beside parse and verify', { bare, make: async () => repeated(requests), connections });
  for (const connection of [...bareConnections, ...connections]) connection.close();
}

/** Within the maximum number of tags of an organization. */
const requestsOfOrganization = 96;
const requestsOfSubOrganization = 8;
const requestsOfMany = subOrganizationCount * requestsOfSubOrganization;

/** Activities of one organization beside inserts one after the other, and those of several beside inserts at the same time. */
async function benchActivities(service: ServiceProcess, root: Actor, dataDirectory: string): Promise<void> {
  const connections = openConnections(service.port, connectionCount);
  await using inserts = await openBareInserts(dataDirectory);
  const one = { bare: () => inserts.rate(1, requestsOfOrganization), connections };
  const many = { bare: () => inserts.rate(8, requestsOfMany), connections };
  const deleteAll = (actor: Actor) => async (exchanges: readonly Exchange[]) => {
    const userTagIds = exchanges.map(({ body }) => tagIdOf(body));
    await resultOf(service.port, await submission(actor, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
  };
  const tags = (actors: readonly Actor[], count: number) => () =>
    Promise.all(
      Array.from({ length: count }, (_, index) => newTag(actors[index % actors.length] as Actor, `Tag ${index}`)),
    );
  const keys = await makeKeys(service.port, root, keyCount);
  await bench('create_user_tag, one organization', {
    ...one,
    make: tags(keys, requestsOfOrganization),
    after: deleteAll(root),
  });
  const subs = await makeSubOrganizations(service.port, root, subOrganizationCount);
  await bench(`create_user_tag, ${subs.length} organizations`, {
    ...many,
    make: tags(subs, requestsOfMany),
    after: async (exchanges) => {
      for (const sub of subs) await deleteAll(sub)(exchanges.filter(({ body }) => body.includes(sub.organizationId)));
    },
  });
  const sign = (signers: readonly Signer[], count: number) => () => signatures(signers, count);
  const signersOfOne = await makeSignersOfOne(service.port, root);
  await bench('sign_raw_payload, one organization', { ...one, make: sign(signersOfOne, requestsOfOrganization) });
  const signers = await makeSigners(service.port, subs);
  await bench(`sign_raw_payload, ${subs.length} organizations`, { ...many, make: sign(signers, requestsOfMany) });
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
  await bench('whoami, two processes beside one', { bare: alone, make: async () => many, connections: two });
  for (const connection of [...one, ...two]) connection.close();
}
