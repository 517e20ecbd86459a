import { describe, expect, onTestFinished, test } from 'vitest';
import { newKey } from '../../test/service.ts';
import { startTcpProxy } from '../../test/tcp-proxy.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestServices } from '../../test/test-services.ts';
import { createTestVault } from '../../test/test-vault.ts';
import { type DatabaseOptions, openDatabase } from '../storage/store/database.ts';
import { createApp } from './app.ts';
import { bootstrap } from './bootstrap/bootstrap.ts';
import type { RequestLog } from './http/front-door.ts';
import { fetchOf } from './http/in-process.ts';

/** The service with a network between it and its database. */
async function startBehindNetwork(options: Partial<DatabaseOptions> = {}) {
  const direct = await createTestDatabase();
  const { publicKey, stamper } = newKey();
  const { organizationId, macs } = await bootstrap({
    database: direct.database,
    vault: createTestVault(),
    rootPublicKey: publicKey,
    now: new Date(),
  });
  const network = await startTcpProxy(direct.address);
  const database = openDatabase({ address: network.url, ephemeral: true, ...options });
  onTestFinished(async () => {
    network.heal();
    await database.close();
    await network[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });
  const log: RequestLog[] = [];
  const services = createTestServices({ macs });
  const fetch = fetchOf(createApp({ database, services, log: (entry) => log.push(entry) }));
  const body = JSON.stringify({ organizationId });
  const { name, value } = await stamper.stamp(body);
  return {
    network,
    /** Why requests were refused so far. */
    causes: () => log.flatMap(({ cause }) => (cause ? [(cause as { code: string }).code] : [])),
    async whoami() {
      const headers = { [name]: value };
      const response = await fetch('http://local/public/v1/query/whoami', { method: 'POST', headers, body });
      const { details } = (await response.json()) as { details?: [{ errorCode: string }] };
      return [response.status, details?.[0].errorCode, response.headers.get('retry-after')];
    },
  };
}

const served = [200, undefined, null];
const refused = [503, 'UNAVAILABLE', '1'];
const times = <Result>(count: number, work: () => Result) => Array.from({ length: count }, work);

describe('a database that cannot be reached', () => {
  test('default: every request is refused, until it is back', async () => {
    const { network, whoami, causes } = await startBehindNetwork({ timeoutMs: 60_000 });
    expect(await whoami()).toEqual(served);
    network.cut();
    for (const answer of await Promise.all(times(20, whoami))) expect(answer).toEqual(refused);
    // No request had to wait for a timeout.
    expect(new Set(causes())).toEqual(new Set(['UNAVAILABLE']));
    network.heal();
    await expect.poll(whoami).toEqual(served);
  });
});

describe('a database that does not answer', () => {
  test('default: requests wait up to the limit, the others are refused immediately', async () => {
    const { network, whoami, causes } = await startBehindNetwork({ connections: 2, queue: 3, timeoutMs: 60_000 });
    expect(await Promise.all([whoami(), whoami()])).toEqual([served, served]);
    network.stall();
    let settled = 0;
    const answers = times(600, () => whoami().finally(() => settled++));
    await expect.poll(() => settled).toBeGreaterThan(0);
    expect(causes()).toEqual(times(settled, () => 'OVERLOADED'));
    expect(settled).toBeLessThan(600);
    network.cut();
    for (const answer of await Promise.all(answers)) expect(answer).toEqual(refused);
    network.heal();
    await expect.poll(whoami).toEqual(served);
  });

  test('behavior: no request waits forever', async () => {
    const { network, whoami, causes } = await startBehindNetwork({ connections: 2, queue: 3, timeoutMs: 1_000 });
    await expect.poll(whoami).toEqual(served);
    network.stall();
    for (const answer of await Promise.all(times(20, whoami))) expect(answer).toEqual(refused);
    expect(causes()).toContain('TIMEOUT');
    network.heal();
    await expect.poll(whoami).toEqual(served);
  });
});

describe('a database that is slow', () => {
  test('default: some requests are served, the excess is refused, and the service recovers', async () => {
    const { network, whoami, causes } = await startBehindNetwork({ connections: 5, queue: 20, timeoutMs: 60_000 });
    const count = 1_000;
    await whoami();
    network.slow(200);
    const answers = await Promise.all(times(count, whoami));
    const successes = answers.filter(([status]) => status === 200);
    expect(successes.length).toBeGreaterThan(0);
    for (const answer of answers.filter(([status]) => status !== 200)) expect(answer).toEqual(refused);
    expect(causes()).toEqual(times(count - successes.length, () => 'OVERLOADED'));
    expect(successes.length).toBeLessThan(count);
    network.heal();
    expect(await Promise.all(times(20, whoami))).toEqual(times(20, () => served));
  });
});
