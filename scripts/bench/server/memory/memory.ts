import { setTimeout } from 'node:timers/promises';
import { openConnections, requireSuccess, sendAll } from '../../../load/connections.ts';
import { table } from '../../../load/figures.ts';
import { readMetric } from '../../../load/read-metric.ts';
import { areProcessesKnown, countWorkers, workersText } from '../../../load/running-processes.ts';
import { startService, temporaryDirectory } from '../../../load/service-process.ts';
import {
  type Actor,
  makeActors,
  makeSubOrganizations,
  readRootActor,
  resultOf,
  submission,
  whoami,
} from '../../../load/stamped-requests.ts';
import { makeSigners, newWallet, signatures } from '../signers.ts';
import { type Memory, type MemoryByKind, none, readMemory, totalOf } from './process-memory.ts';

const restMs = 5_000;
const loadMs = 30_000;
const connectionCount = 32;
const subOrganizationCount = 16;
const whoamisOfRound = 256;
const signaturesOfRound = 128;
/** Within the maximum number of wallets of an organization. */
const mostWallets = 80;

/** The memory of a service at one time. */
interface Moment {
  readonly memory: MemoryByKind;
  /** Used bytes of the JavaScript heaps of all processes. */
  readonly heap: number;
}

interface Measurement {
  readonly started: Moment;
  readonly loaded: Moment;
}

/** Measures the memory of each process of a service, freshly started and after load. With BEFORE, measures another clone too. */
export async function benchMemory(): Promise<void> {
  if (!areProcessesKnown) return console.log('server, memory: not measured, because only Linux has /proc');
  const before = process.env['BEFORE'];
  const total = totalPss(await benchClone(undefined));
  if (!before) return;
  const totalBefore = totalPss(await benchClone(before));
  const ratios = total.map((pss, index) => (pss / (totalBefore[index] ?? Number.NaN)).toFixed(3));
  console.log(`server, memory, total PSS beside that of the other clone: ${ratios.join(' started, ')} after load`);
}

const totalPss = ({ started, loaded }: Measurement) => [started, loaded].map(({ memory }) => totalOf(memory).pss);

async function benchClone(checkout: string | undefined): Promise<Measurement> {
  await using directory = await temporaryDirectory();
  await using service = await startService(
    // An empty variable counts as unset: without a number from the environment, the program chooses it.
    { MINTMARK_DATA_DIR: directory.path, MINTMARK_WORKERS: process.env['MINTMARK_WORKERS'] ?? '' },
    checkout === undefined ? {} : { checkout },
  );
  const read = async (): Promise<Moment> => {
    await setTimeout(restMs);
    const memory = await readMemory(service.pid);
    return { memory, heap: await readMetric(service.port, 'process_heap_used_bytes') };
  };
  const workers = workersText(await countWorkers(service.pid));
  const started = await read();
  const requests = await putUnderLoad(service.port, directory.path);
  const loaded = await read();
  const load = `${requests} requests in ${loadMs / 1000} s`;
  console.log(`server, memory in MiB; ${checkout ?? 'this clone'}, ${workers}; load: ${load}`);
  console.log(table(memoryRows(started, loaded)));
  return { started, loaded };
}

/** Sends queries, signatures and new wallets, and resolves to the number of requests. */
async function putUnderLoad(port: number, dataDirectory: string): Promise<number> {
  const root = await readRootActor(dataDirectory);
  const subs = await makeSubOrganizations(port, root, subOrganizationCount);
  const signers = await makeSigners(port, subs);
  const queries = await Promise.all((await makeActors(port, root, connectionCount)).map(whoami));
  const connections = openConnections(port, connectionCount);
  const whoamis = Array.from({ length: whoamisOfRound }, (_, index) => queries[index % queries.length] as Buffer);
  let made: string[] = [];
  let sent = 0;
  for (const start = performance.now(); performance.now() - start < loadMs; ) {
    const wallets = await Promise.all(subs.map((sub) => newWallet(sub, `Wallet ${sent}`)));
    const exchanges = await sendAll(
      connections,
      mixed([whoamis, await signatures(signers, signaturesOfRound), wallets]),
    );
    requireSuccess(exchanges);
    sent += exchanges.length;
    made.push(...exchanges.flatMap(({ body }) => (body.includes('createWalletResult') ? body : [])));
    if (made.length < mostWallets * subs.length) continue;
    for (const sub of subs) await deleteWallets(port, sub, made);
    made = [];
  }
  for (const connection of connections) connection.close();
  return sent;
}

/** The requests of several kinds, each spread over the whole. */
const mixed = (kinds: readonly (readonly Buffer[])[]) =>
  kinds
    .flatMap((requests) => requests.map((request, index) => [index / requests.length, request] as const))
    .toSorted(([one], [other]) => one - other)
    .map(([, request]) => request);

async function deleteWallets(port: number, owner: Actor, made: readonly string[]): Promise<void> {
  const own = made.filter((body) => body.includes(owner.organizationId));
  const walletIds = own.map((body) => JSON.parse(body).activity.result.createWalletResult.walletId);
  const parameters = { walletIds, deleteWithoutExport: true };
  await resultOf(port, await submission(owner, 'delete_wallets', 'DELETE_WALLETS', parameters));
}

/** The rows of the table of one service, with a heading. */
export function memoryRows(started: Moment, loaded: Moment): string[][] {
  const kinds = [...new Set([...started.memory.keys(), ...loaded.memory.keys()])];
  const row = (kind: string, one: Memory, other: Memory) => [kind, ...cellsOf(one), ...cellsOf(other)];
  return [
    ['', 'processes', 'PSS', 'private', 'after load: processes', 'PSS', 'private'],
    ...kinds.map((kind) => row(kind, started.memory.get(kind) ?? none, loaded.memory.get(kind) ?? none)),
    row('all processes', totalOf(started.memory), totalOf(loaded.memory)),
    ['used heap of all processes', '', '', mebibytes(started.heap), '', '', mebibytes(loaded.heap)],
  ];
}

const cellsOf = (memory: Memory) => [`${memory.processes}`, mebibytes(memory.pss), mebibytes(memory.private)];

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
