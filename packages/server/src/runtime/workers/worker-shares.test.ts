import { expect, test } from 'vitest';
import { connectionShares } from '../../core/limits/connection-shares.ts';
import { postgresSettings } from '../../storage/postgres/postgres-settings.ts';
import { connectionsOfService, shareOfWorker } from './worker-shares.ts';

test('default', () => {
  expect(shareOfWorker(2)).toEqual({ databaseConnections: 8, clients: 5_000 });
  expect(connectionsOfService(16)).toBe(148);
});

test('behavior: in each worker, two organizations leave a connection for a third', () => {
  for (const workers of [2, 3, 8, 64]) {
    const { work, queries } = connectionShares(shareOfWorker(workers).databaseConnections);
    for (const { inAll, ofSource } of [work, queries]) expect(2 * ofSource).toBeLessThan(inAll);
  }
});

test('behavior: in each worker, the outbox has connections that requests cannot take, and takes none of theirs', () => {
  for (const workers of [2, 3, 8, 64]) {
    const { databaseConnections } = shareOfWorker(workers);
    const { outbox, lookUps, work } = connectionShares(databaseConnections);
    expect([outbox, outbox + lookUps + work.inAll]).toEqual([2, databaseConnections]);
  }
});

test('behavior: the embedded PostgreSQL allows them, and keeps the setting of the operator where that is enough', () => {
  expect(postgresSettings('/tmp', true, connectionsOfService(16))).toContain('max_connections=148');
  expect(postgresSettings('/tmp', true, connectionsOfService(4)).join(' ')).not.toContain('max_connections');
});
