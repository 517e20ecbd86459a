import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createTestMacs } from '../../../test/test-macs.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import type { RowOf } from '../tables/define-table.ts';
import { RowWriter } from './row-writer.ts';

test('behavior: many rows are removed, and delisted, by few statements', async () => {
  const statements: string[] = [];
  await using test = await createTestDatabase({ onStatement: (text) => statements.push(text) });
  const owner = { id: randomUUID(), parentId: randomUUID() };
  const now = new Date();
  const rows = Array.from(
    { length: 100 },
    (_, index): RowOf<typeof walletAccountsTable> => ({
      organizationId: owner.id,
      id: randomUUID(),
      walletId: randomUUID(),
      name: null,
      curve: 'CURVE_SECP256K1',
      path: `m/${index}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      address: `0x${index}`,
      publicKey: '',
      exported: true,
      createdAt: now,
      updatedAt: now,
    }),
  );
  await test.database.transaction(async (sql) => {
    const writer = new RowWriter(sql, createTestMacs(), owner);
    await writer.remove(walletAccountsTable, rows);
    await writer.finish();
  });
  // A statement for each row keeps the organization locked, and the event loop busy, for seconds with 10,000 rows.
  expect(statements.filter((text) => text.includes('delete from')).length).toBeLessThan(10);
});
