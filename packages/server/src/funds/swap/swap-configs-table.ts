import { orNull, smallint, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const swapConfigsTable = defineTable('swap_configs', {
  shard: 'organizationId',
  key: { organizationId: uuid },
  decides: {
    feeReceiverAddress: orNull(text),
    feeBps: orNull(smallint),
    stableFeeBps: orNull(smallint),
    lastClaimId: orNull(uuid),
  },
  describes: { createdAt: time, updatedAt: time },
  storage: { boundedBy: 'one row each' },
});
