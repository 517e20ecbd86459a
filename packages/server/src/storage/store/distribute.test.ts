import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { countDistributed, distribute } from './distribute.ts';
import { distributedTables, referenceTables } from './distribution.ts';

test('error: NOT_DISTRIBUTABLE, without the extension', async () => {
  await using test = await createTestDatabase();
  for (const _ of [1, 2])
    await expect(distribute(test.database)).rejects.toMatchObject({
      code: 'NOT_DISTRIBUTABLE',
      message: expect.stringContaining('create extension citus'),
    });
  const all = Object.keys(distributedTables).length + referenceTables.length;
  expect(await countDistributed(test.database)).toEqual({ count: 0, all });
});
