import { bigint, bytes, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const signUpsTable = defineBareTable('sign_ups', {
  shard: 'organizationId',
  key: { organizationId: uuid, digest: bytes },
  columns: { timestampMs: bigint, createdAt: time },
  storage: { boundedBy: 'about 150 bytes for a sign-up, removed after a day; the rate of sign-ups is limited' },
});
