import { describe, expect, test } from 'vitest';
import { startService } from '../../../test/service.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestServices } from '../../../test/test-services.ts';
import type { Database } from '../../storage/store/database.ts';
import { createApp } from '../app.ts';
import type { IncomingRequest } from './exchange.ts';
import { fetchOf } from './in-process.ts';
import { createProbes } from './probes.ts';

describe('probes', () => {
  test('default: the process is alive and ready', async () => {
    await using service = await startService();
    for (const path of ['/health', '/ready']) {
      const response = await fetchOf(service.app)(`http://local${path}`);
      expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
    }
    expect(service.logged.map(({ operation }) => operation)).toEqual(['health', 'ready']);
  });

  test('behavior: without its database it is alive but not ready', async () => {
    await using test = await createTestDatabase();
    await test.database.close();
    const fetch = fetchOf(createApp({ database: test.database, services: createTestServices() }));
    expect((await fetch('http://local/health')).status).toBe(200);
    const response = await fetch('http://local/ready');
    expect([response.status, await response.text()]).toEqual([503, '{"status":"unavailable"}']);
  });

  test('behavior: a database that never answers is queried once, and the probe times out', async () => {
    let asked = 0;
    const query = () => {
      asked++;
      return new Promise<never>(() => {});
    };
    const probes = new Map(createProbes({ query } as unknown as Database));
    const ask = () => probes.get('/ready')?.answer({} as IncomingRequest);
    const answers = await Promise.all([ask(), ask()]);
    expect([answers.map((answer) => answer?.status), asked]).toEqual([[503, 503], 1]);
    await ask();
    expect(asked).toBe(2);
  });
});
