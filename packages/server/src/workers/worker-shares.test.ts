import { expect, test } from 'vitest';
import { connectionShares } from '../limits/connection-shares.ts';
import { postgresSettings } from '../postgres/postgres-settings.ts';
import { connectionsOfService, shareOfWorker } from './worker-shares.ts';

test('default', () => {
  expect(shareOfWorker(2)).toEqual({ databaseConnections: 6, clients: 5_000 });
  expect(connectionsOfService(16)).toBe(116);
});

test('behavior: in each worker, two organizations leave a connection for a third', () => {
  for (const workers of [2, 3, 8, 64]) {
    const { work, queries } = connectionShares(shareOfWorker(workers).databaseConnections);
    for (const { inAll, ofOrganization } of [work, queries]) expect(2 * ofOrganization).toBeLessThan(inAll);
  }
});

test('behavior: the embedded PostgreSQL allows them, and keeps the setting of the operator where that is enough', () => {
  expect(postgresSettings('/tmp', true, connectionsOfService(16))).toContain('max_connections=116');
  expect(postgresSettings('/tmp', true, connectionsOfService(4)).join(' ')).not.toContain('max_connections');
});
