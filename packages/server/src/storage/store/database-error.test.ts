import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { databaseError } from './database-error.ts';

const errorWith = (fields: Partial<DatabaseError>) => Object.assign(new DatabaseError('a secret', 8, 'error'), fields);

test.each([
  [{ code: '57P01' }, 'UNAVAILABLE'],
  [{ code: '57014' }, 'TIMEOUT'],
  [{ code: '0A000', routine: 'RevalidateCachedQuery' }, 'UNAVAILABLE'],
  [{ code: 'XX000', file: 'remote_transaction.c', routine: 'HandleRemoteTransactionConnectionError' }, 'UNAVAILABLE'],
  [{ code: 'XX000', file: 'placement_connection.c', routine: 'ErrorIfPostCommitFailedShardPlacements' }, 'UNAVAILABLE'],
  [{ code: 'XX000', file: 'remote_commands.c', routine: 'ReportResultError' }, 'UNAVAILABLE'],
  [{ code: 'XX000', file: 'heapam.c', routine: 'heap_update' }, 'QUERY_FAILED'],
  [{ code: '42601', file: 'remote_commands.c' }, 'QUERY_FAILED'],
])('default: %j is %s', (fields, code) => {
  const error = databaseError(errorWith(fields));
  expect(error.code).toBe(code);
  expect(error.message).not.toContain('secret');
});
