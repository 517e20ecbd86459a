import { setTimeout } from 'node:timers/promises';
import { openConnections } from '../../load/connections.ts';
import { actorOf, type Holder, newTag } from '../../load/stamped-requests.ts';
import { signPayload } from './signers.ts';

/** What a crowd sends: signatures with an address, or, without one, tags that exist already. */
export interface Crowd {
  readonly port: number;
  readonly requests: number;
  readonly holders: readonly Holder[];
  readonly signWith?: string;
}

// A process of its own, so that it does not slow down whoever measures. It keeps so many requests in flight until it is told to end, and
// then prints how often each status was answered. As clients do, it waits before it repeats what was refused.
const { port, requests, holders, signWith }: Crowd = JSON.parse(process.env['BENCH_CROWD'] ?? '');
const owners = holders.map(actorOf);
const counts: Record<number, number> = {};
process.on('SIGTERM', () => {
  console.log(JSON.stringify(counts));
  process.exit();
});
await Promise.all(
  openConnections(port, requests).map(async (connection, index) => {
    const owner = owners[index % owners.length] as (typeof owners)[number];
    for (;;) {
      const request = signWith === undefined ? newTag(owner, 'taken') : signPayload({ owner, signWith });
      const { status, retryAfter } = await connection.send(await request);
      counts[status] = (counts[status] ?? 0) + 1;
      if (retryAfter !== undefined) await setTimeout(1_000 * Number(retryAfter) * (1 + Math.random()));
    }
  }),
);
