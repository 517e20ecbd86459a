import { uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** The API keys that the operator added to root users. */
export const operatorKeysTable = defineTable('operator_keys', {
  shard: 'organizationId',
  key: { organizationId: uuid, apiKeyId: uuid },
  storage: [],
});
