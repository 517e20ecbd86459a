import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';
import { OutboundTurns } from './outbound-turns.ts';

const { signal } = new AbortController();

/** A server that answers after a while, and notes how many requests it had at the same time, in all and for one host. */
async function startSlowServer(ms: number) {
  const max = { inAll: 0, ofHost: 0 };
  const counts = new Map<string, number>();
  let running = 0;
  const server = createServer(async ({ headers: { host = '' } }, response) => {
    const ofHost = (counts.get(host) ?? 0) + 1;
    counts.set(host, ofHost);
    max.inAll = Math.max(max.inAll, ++running);
    max.ofHost = Math.max(max.ofHost, ofHost);
    await setTimeout(ms);
    running--;
    counts.set(host, (counts.get(host) ?? 0) - 1);
    response.end(host);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, max };
}

test('behavior: 2,000 calls at the same time stay within the limits, and all of them end', async () => {
  const { port, max } = await startSlowServer(5);
  const limits = { inAll: 10, ofHost: 4, waiting: 500, waitingOfHost: 100 };
  const guardedFetch = createGuardedFetch({
    resolveHost: async () => ['127.0.0.1'],
    limits: { foreign: limits, configured: limits },
  });
  const call = (host: string) =>
    guardedFetch({ url: `http://${host}:${port}/`, method: 'GET', isConfigured: true, timeoutMs: 30_000 });
  const hosts = ['a.test', 'b.test', 'c.test', 'd.test'];
  const results = await Promise.all(
    Array.from({ length: 2000 }, (_, n) => call(hosts[n % 4] ?? '').catch((error: unknown) => error)),
  );
  const failed = results.filter((result) => result instanceof OutboundError);
  expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['BUSY']));
  // 10 in progress, and 100 waiting for each host.
  expect(results.length - failed.length).toBe(410);
  expect(max.inAll).toBeLessThanOrEqual(10);
  expect(max.inAll).toBeGreaterThan(4);
  expect(max.ofHost).toBeLessThanOrEqual(4);
  for (const host of hosts) expect(await call(host)).toMatchObject({ status: 200 });
});

test('behavior: calls to hosts that callers named take no place from those of the operator', async () => {
  const { port } = await startSlowServer(0);
  const one = { inAll: 1, ofHost: 1, waiting: 0, waitingOfHost: 0 };
  const guardedFetch = createGuardedFetch({
    limits: { foreign: one, configured: one },
    resolveHost: (_, { signal: aborted }) => once(aborted, 'abort').then(() => []),
  });
  const hanging = { url: 'https://hooks.test/', method: 'GET', isConfigured: false, timeoutMs: 500 } as const;
  const first = guardedFetch(hanging);
  await expect(guardedFetch(hanging)).rejects.toMatchObject({ code: 'BUSY', isRetryable: true });
  const url = `http://127.0.0.1:${port}/`;
  expect(await guardedFetch({ url, method: 'GET', isConfigured: true })).toMatchObject({ status: 200 });
  await expect(first).rejects.toMatchObject({ code: 'TIMEOUT' });
  // Its place is free again.
  await expect(guardedFetch(hanging)).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('behavior: parties that call the same host do not wait for each other', async () => {
  const { port } = await startSlowServer(300);
  const limits = { inAll: 2, ofHost: 1, waiting: 0, waitingOfHost: 0 };
  const guardedFetch = createGuardedFetch({ limits: { foreign: limits, configured: limits } });
  const url = `http://127.0.0.1:${port}/`;
  const call = (party: string) => guardedFetch({ url, method: 'GET', isConfigured: true, party });
  const first = call('stranger');
  await expect(call('stranger')).rejects.toMatchObject({ code: 'BUSY' });
  expect(await call('good')).toMatchObject({ status: 200 });
  expect(await first).toMatchObject({ status: 200 });
});

test('error: a call that waits too long for a place', async () => {
  const one = { inAll: 1, ofHost: 1, waiting: 1, waitingOfHost: 1 };
  const guardedFetch = createGuardedFetch({
    limits: { foreign: one, configured: one },
    resolveHost: (_, { signal: aborted }) => once(aborted, 'abort').then(() => []),
  });
  const hanging = { url: 'https://hooks.test/', method: 'GET', isConfigured: false } as const;
  const first = guardedFetch({ ...hanging, timeoutMs: 400 });
  await expect(guardedFetch({ ...hanging, timeoutMs: 100 })).rejects.toMatchObject({ code: 'BUSY' });
  await expect(first).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test('behavior: free places go round robin to the hosts, and an aborted call leaves its line', async () => {
  const turns = new OutboundTurns({ inAll: 1, ofHost: 1, waiting: 3, waitingOfHost: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = async (name: string, host: string, aborted = signal) => {
    const end = await turns.take(host, aborted);
    if (!end) return void begun.push(`${name} refused`);
    begun.push(name);
    ends.push(end);
  };
  const leaving = new AbortController();
  await take('a1', 'a');
  for (const name of ['a2', 'a3']) void take(name, 'a', name === 'a3' ? leaving.signal : signal);
  await take('a4', 'a');
  void take('b1', 'b');
  await take('c1', 'c');
  expect(begun).toEqual(['a1', 'a4 refused', 'c1 refused']);
  leaving.abort();
  void take('c2', 'c');
  for (let end = ends.shift(); end; end = ends.shift()) {
    end();
    await setTimeout(0);
  }
  expect(begun.slice(3)).toEqual(['a2', 'b1', 'c2']);
  await take('d1', 'd');
  expect(begun.at(-1)).toBe('d1');
});
