import { bigint, orNull, text, time } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** How far chains were followed: a forged position would make payments final that are not. No audit entry names it. */
export const followedChainsTable = defineTable('followed_chains', {
  shard: 'caip2',
  key: { caip2: text },
  // They say which process follows the chain.
  describes: { fence: bigint, leaseEndsAt: time },
  counts: {
    firstNumber: orNull(bigint),
    headNumber: orNull(bigint),
    headHash: orNull(text),
    finalizedNumber: orNull(bigint),
  },
  storage: { boundedBy: 'one row for each chain' },
});
