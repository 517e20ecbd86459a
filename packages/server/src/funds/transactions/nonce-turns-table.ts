import { orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const nonceTurnsTable = defineBareTable('nonce_turns', {
  shard: 'organizationId',
  key: { organizationId: uuid, caip2: text, address: text },
  columns: { activityId: orNull(uuid), endsAt: time },
  storage: { boundedBy: 'one row for an account on a chain where it sends transactions' },
});
