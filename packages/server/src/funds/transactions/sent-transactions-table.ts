import type { SendTransactionState } from '@mintmark/schema/fields/transactions/send-status';
import type { z } from 'zod';
import { bigint, bytes, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** Signed transactions: a forged one would be sent again and again. */
export const sentTransactionsTable = defineTable('sent_transactions', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { activityId: uuid, caip2: text, address: text, nonce: bigint, hash: text, raw: bytes },
  describes: { createdAt: time },
  counts: {
    /**
     * REFUSED: a node refused it and does not have it, as far as the node says, and nobody sends it any more. DENIED: no node has it,
     * as far as the nodes say, and it is sent again. Callers see both as INITIALIZED with an error.
     */
    status: textOf<z.output<typeof SendTransactionState> | 'REFUSED' | 'DENIED'>(),
    /** From when on it may have been sent. */
    releasedAt: orNull(time),
    blockNumber: orNull(bigint),
    blockHash: orNull(text),
    error: orNull(text),
    updatedAt: time,
  },
  storage: ['raw'],
});
