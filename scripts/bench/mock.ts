import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { documentPath } from '@mintmark/openapi';
import { findFreePort } from '@mintmark/testing/free-port';
import { bareFetch, type ExampleExchange, makeExampleExchanges } from './example-exchange.ts';
import { inFlight, median, oneByOne, race } from './race.ts';

const starts = 7;
const lanes = 8;

const mock = [fileURLToPath(new URL('./bin.ts', import.meta.resolve('@mintmark/mock')))];
const prism = [fileURLToPath(import.meta.resolve('@stoplight/prism-cli')), 'mock', documentPath];

/** Compares the start-up and response times of the mock with those of Prism on the same document. */
export async function benchMock(): Promise<void> {
  console.log('mock, beside bare Prism                ratio        ms   Prism ms');
  await benchStart();
  const prismPort = await findFreePort();
  const mockPort = await findFreePort();
  // Silent, like the mock: logging would cost Prism a quarter of its speed.
  const children = [start([...prism, '--verboseLevel', 'silent'], prismPort), start(mock, mockPort)];
  try {
    for (const exchange of await makeExampleExchanges()) await benchExchange(exchange, prismPort, mockPort);
  } finally {
    await Promise.all(children.map(stop));
  }
}

async function benchStart(): Promise<void> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < starts; round++) rounds.push([await timeToListen(prism), await timeToListen(mock)]);
  const ratio = median(rounds.map(([one, two]) => one / two));
  print('start', ratio, median(rounds.map(([, two]) => two)), median(rounds.map(([one]) => one)));
}

async function timeToListen(command: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = start(command, 0);
  try {
    if (!child.stdout) throw new Error('there is no standard output');
    for await (const line of createInterface(child.stdout)) {
      if (line.includes('listening on http://')) return performance.now() - begin;
    }
    throw new Error(`${command.join(' ')} ended before it listened`);
  } finally {
    await stop(child);
  }
}

async function benchExchange(exchange: ExampleExchange, prismPort: number, mockPort: number): Promise<void> {
  const byPrism = () => bareFetch(`http://127.0.0.1:${prismPort}`, exchange);
  const byMock = () => bareFetch(`http://127.0.0.1:${mockPort}`, exchange);
  await Promise.all([byPrism, byMock].map(untilAnswered));
  const one = await race(oneByOne(byPrism), oneByOne(byMock));
  print(exchange.title, one.ratio, 1000 / one.rate, 1000 / one.referenceRate);
  const many = await race(inFlight(lanes, byPrism), inFlight(lanes, byMock));
  print(`${exchange.title}, ${lanes} in flight`, many.ratio, 1000 / many.rate, 1000 / many.referenceRate);
}

/** Polls a server that does not print when it listens. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    try {
      await ask();
      return;
    } catch {
      await setTimeout(100);
    }
  }
  await ask();
}

function start([file = '', ...args]: readonly string[], port: number): ChildProcess {
  return spawn(process.execPath, [file, ...args, '--port', String(port)], { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

function print(title: string, ratio: number, ms: number, prismMs: number): void {
  const columns = [ratio.toFixed(2).padStart(6), ms.toFixed(2).padStart(9), prismMs.toFixed(2).padStart(10)];
  console.log(`  ${title.padEnd(36)}${columns.join(' ')}`);
}
