import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../load/connections.ts';
import { Counts, noAnswer } from './counts.ts';

/** The latencies and the statuses of good requests. */
export interface Measured {
  readonly ms: readonly number[];
  readonly statuses: Counts;
}

/** A request, and when it was due. */
interface Due {
  readonly request: Buffer;
  readonly at: number;
}

/** How long to wait for answers after the last request. */
const patienceMs = 10_000;

interface TrafficOptions {
  readonly connections: readonly Connection[];
  readonly requests: readonly Buffer[];
  readonly rate: number;
  readonly forMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends requests at a steady rate, whether or not earlier ones were answered. The latency is measured from when a request was
 * due, because a request that waits for a free connection also waits for the service.
 */
export async function measureTraffic({
  connections,
  requests,
  rate,
  forMs,
  signal,
}: TrafficOptions): Promise<Measured> {
  const ms: number[] = [];
  const statuses = new Counts();
  const idle = [...connections];
  const queue: Due[] = [];
  const underWay = new Set<Due>();
  let isOver = false;
  const send = async (connection: Connection, due: Due) => {
    underWay.add(due);
    const exchange = await connection.send(due.request).catch(() => undefined);
    underWay.delete(due);
    if (isOver) return;
    statuses.add(exchange?.status ?? noAnswer);
    ms.push(performance.now() - due.at);
    idle.push(connection);
    dispatch();
  };
  const dispatch = () => {
    for (let connection = idle[0]; connection; connection = idle[0]) {
      const next = queue.shift();
      if (!next) return;
      idle.shift();
      void send(connection, next);
    }
  };
  const start = performance.now();
  const deadline = start + forMs + patienceMs;
  const count = Math.floor((rate * forMs) / 1000);
  for (let index = 0; index < count; index++) {
    const waitMs = start + (1000 * index) / rate - performance.now();
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
    signal.throwIfAborted();
    queue.push({ request: requests[index % requests.length] as Buffer, at: performance.now() });
    dispatch();
  }
  while (underWay.size > 0 && performance.now() < deadline) await setTimeout(10, undefined, { signal });
  // Unanswered requests count with the time that they have waited so far.
  isOver = true;
  for (const { at } of [...underWay, ...queue.splice(0)]) {
    statuses.add(noAnswer);
    ms.push(performance.now() - at);
  }
  return { ms, statuses };
}
