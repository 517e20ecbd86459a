import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestVault } from '../../../test/test-vault.ts';
import { openDatabase } from '../../storage/store/database.ts';
import { bootstrap } from './bootstrap.ts';

test('behavior: waits for another process that starts, longer than a request may wait', async () => {
  await using own = await createTestDatabase();
  const database = openDatabase({ address: own.address, ephemeral: true, timeoutMs: 1_000 });
  const other = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const starting = own.database.transaction(async (sql) => {
    await sql`select from instance for update`;
    locked.resolve();
    await other.promise;
  });
  await locked.promise;
  const waiting = bootstrap({ database, vault: createTestVault(), now: new Date() });
  waiting.catch(() => {});
  await setTimeout(1_500);
  other.resolve();
  await starting;
  expect((await waiting).root?.organizationId).toMatch(/^[0-9a-f-]{36}$/);
  await database.close();
});
