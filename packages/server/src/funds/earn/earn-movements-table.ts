import { text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const earnMovementsTable = defineTable('earn_movements', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { kind: textOf<'deposit' | 'withdrawal'>(), wrapperAddress: text },
  describes: { createdAt: time },
  storage: [],
});
