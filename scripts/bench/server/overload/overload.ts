import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Refusal } from '../../../command.ts';
import { openConnections, requireSuccess, sendAll } from '../../../load/connections.ts';
import { table } from '../../../load/figures.ts';
import { countWorkers } from '../../../load/running-processes.ts';
import { startService, temporaryDirectory } from '../../../load/service-process.ts';
import { makeSubOrganizations, readRootActor } from '../../../load/stamped-requests.ts';
import { makeSigners, signatures } from '../signers.ts';
import { countOutcomes, sendEach } from './outcomes.ts';

const connectionCount = 32;
const subOrganizationCount = 16;
const requestCount = 640;
const warmUpRounds = 5;
const usualBusyProcesses = 12;
/** Longer than the service waits for anything. */
const patienceMs = 120_000;

/**
 * Measures how a service answers while other processes use all cores, and whether one can be started then. With BEFORE, measures
 * another clone too. BUSY is the number of busy processes.
 */
export async function benchOverload(): Promise<void> {
  const count = readCount(process.env['BUSY']);
  const before = process.env['BEFORE'];
  const figures = [await benchClone(undefined, count)];
  if (before) figures.push(await benchClone(before, count));
  console.log(
    `server, ${requestCount} sign_raw_payload over ${connectionCount} connections in ${subOrganizationCount} organizations, ` +
      `beside ${count} busy processes on ${availableParallelism()} cores`,
  );
  const names = [...(figures[0] ?? new Map()).keys()];
  const rows = names.map((name) => [name, ...figures.map((of) => of.get(name) ?? '')]);
  console.log(table([['', 'this clone', ...(before ? ['before'] : [])], ...rows]));
}

/** Reads the number of busy processes. */
export function readCount(text: string | undefined): number {
  if (!text) return usualBusyProcesses;
  if (!/^\d{1,3}$/.test(text)) throw new Refusal(`BUSY must be a number of processes from 0 to 999, not ${text}`);
  return Number(text);
}

async function benchClone(checkout: string | undefined, busyProcesses: number): Promise<Map<string, string>> {
  const options = checkout === undefined ? {} : { checkout };
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path }, options);
  const { port, pid } = service;
  const subs = await makeSubOrganizations(port, await readRootActor(directory.path), subOrganizationCount);
  const signers = await makeSigners(port, subs);
  const connections = openConnections(port, connectionCount, { timeoutMs: patienceMs });
  for (let round = 0; round < warmUpRounds; round++)
    requireSuccess(await sendAll(connections, await signatures(signers, requestCount / 10)));
  const requests = await signatures(signers, requestCount);
  const workers = await countWorkers(pid);
  await using _busy = startBusyProcesses(busyProcesses);
  const start = performance.now();
  const outcomes = await sendEach(connections, requests);
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return new Map([
    ['workers', `${workers}`],
    ...countOutcomes(outcomes),
    ['all requests together, s', seconds.toFixed(1)],
    ['a first start under the same load', await startAnother(options)],
  ]);
}

/** Starts a service in a new data directory, and says how long that took, or that it failed. */
async function startAnother(options: { readonly checkout?: string }): Promise<string> {
  await using directory = await temporaryDirectory();
  let lastLine = '';
  const onLog = (line: string) => {
    lastLine = line;
  };
  try {
    await using service = await startService({ MINTMARK_DATA_DIR: directory.path }, { ...options, onLog });
    return `succeeded in ${(service.startMs / 1000).toFixed(1)} s`;
  } catch {
    return `failed: ${lastLine}`;
  }
}

/** Processes that use all the time that the system gives them. */
function startBusyProcesses(count: number): AsyncDisposable {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  const kill = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  process.once('exit', kill);
  return {
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    },
  };
}
