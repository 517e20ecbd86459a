import { bigint, orNull, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const storageTotalsTable = defineBareTable('storage_totals', {
  shard: 'organizationId',
  key: { organizationId: uuid },
  columns: { bytes: bigint, comparedAt: orNull(time) },
  storage: { boundedBy: 'one row for a top-level organization' },
});
