import { bigint, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const messageTotalsTable = defineBareTable('message_totals', {
  shard: 'organizationId',
  key: { organizationId: uuid },
  columns: { messages: bigint, ofStrangers: bigint, ofOutsiders: bigint },
  storage: { boundedBy: 'one row for a top-level organization' },
});
