import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { placements } from '../../activities/tables.ts';
import { countDistributed, distribute } from './distribute.ts';

test('error: NOT_DISTRIBUTABLE, without the extension', async () => {
  await using test = await createTestDatabase();
  for (const _ of [1, 2])
    await expect(distribute(test.database, placements)).rejects.toMatchObject({
      code: 'NOT_DISTRIBUTABLE',
      message: expect.stringContaining('create extension citus'),
    });
  expect(await countDistributed(test.database, placements)).toEqual({ count: 0, all: placements.size });
});
