import { setTimeout } from 'node:timers/promises';
import { Connection } from '../load/connections.ts';
import { Counts, noAnswer } from './counts.ts';
import type { FloodOrder } from './flood.ts';
import { makeHostileRequests } from './hostile-requests.ts';
import { createRandom, pick } from './random.ts';

// A flood in its own process: see flood.ts. It ends with its parent process, which handles the signals.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const counts = new Counts();
let isOver = false;

/** Sends on one connection until the flood ends. */
async function lane(
  { ports, addresses, seed, rate, connections }: FloodOrder,
  requests: readonly Buffer[],
  number: number,
) {
  const random = createRandom(seed + number);
  const port = ports[number % ports.length] as number;
  const localAddress = addresses[number % addresses.length] as string;
  const connection = new Connection(port, { localAddress, discardsBody: true, timeoutMs: 60_000 });
  const intervalMs = rate === undefined ? 0 : (1000 * connections) / rate;
  let due = performance.now() + random(Math.ceil(intervalMs) + 1);
  for (; !isOver; due = Math.max(due + intervalMs, performance.now() - 1000)) {
    const waitMs = due - performance.now();
    if (rate !== undefined && waitMs > 0) await setTimeout(waitMs);
    const status = await connection.send(pick(random, requests)).then(
      (exchange) => exchange.status,
      () => undefined,
    );
    counts.add(status ?? noAnswer);
    // A stopped service refuses connections immediately.
    if (status === undefined) await setTimeout(20);
  }
  connection.close();
}

process.once('message', async (order: FloodOrder) => {
  const requests = await makeHostileRequests(order, createRandom(order.seed));
  const begun = Promise.withResolvers<void>();
  const lanes = Array.from({ length: order.connections }, async (_, number) => {
    await begun.promise;
    await lane(order, requests, number);
  });
  process.on('message', async (word) => {
    if (word === 'begin') begun.resolve();
    if (word !== 'end') return;
    isOver = true;
    await Promise.all(lanes);
    process.send?.(Object.fromEntries(counts.entries()));
  });
  process.send?.('ready');
});
