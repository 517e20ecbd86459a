import { bigint, integer, numeric, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** What nodes reported: a forged row would be taken for a payment. No audit entry names it. */
export const chainTransactionsTable = defineTable('chain_transactions', {
  shard: 'organizationId',
  key: { organizationId: uuid, caip2: text, address: text, blockNumber: bigint, transactionIndex: integer },
  decides: {
    transactionHash: text,
    blockHash: text,
    blockTime: time,
    sender: text,
    recipient: orNull(text),
    fee: numeric,
    transfers: text,
    transferCount: integer,
  },
  isAudited: false,
  storage: { boundedBy: 'written for transactions on a chain, whose sender has paid for them there' },
});
