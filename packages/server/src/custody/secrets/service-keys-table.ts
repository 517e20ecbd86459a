import { bytes, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const serviceKeysTable = defineTable('service_keys', {
  shard: 'everywhere',
  key: { tenantId: uuid, purpose: text },
  decides: { publicKey: text, privateKey: bytes },
  describes: { createdAt: time },
  storage: { boundedBy: 'one row for each key of the service' },
});
