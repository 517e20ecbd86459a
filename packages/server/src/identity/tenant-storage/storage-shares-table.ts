import { bigint, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const storageSharesTable = defineBareTable('storage_shares', {
  shard: 'organizationId',
  key: { organizationId: uuid, memberId: uuid },
  columns: { bytes: bigint },
  storage: { boundedBy: 'one row each' },
});
