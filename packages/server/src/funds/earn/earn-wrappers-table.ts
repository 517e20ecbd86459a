import type { EarnProvider } from '@mintmark/schema/fields/earn/earn-vault';
import type { z } from 'zod';
import { bool, integer, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** Where deposits go: a forged wrapper would take them. */
export const earnWrappersTable = defineTable('earn_wrappers', {
  shard: 'organizationId',
  key: { organizationId: uuid, address: text },
  decides: {
    id: uuid,
    caip2: text,
    splitterAddress: text,
    vaultAddress: text,
    provider: textOf<z.output<typeof EarnProvider>>(),
    assetAddress: text,
    assetDecimals: integer,
    clientFeeWallet: text,
    clientFeeBps: integer,
    serviceFeeBps: integer,
    deployTransactionId: orNull(uuid),
    depositsDisabled: bool,
  },
  describes: { createdAt: time, updatedAt: time },
  storage: [],
});
