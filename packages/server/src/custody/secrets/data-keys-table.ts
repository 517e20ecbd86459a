import { bytes, text, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const dataKeysTable = defineBareTable('data_keys', {
  shard: 'everywhere',
  key: { tenantId: uuid, purpose: text },
  columns: { masterKeyId: text, wrapped: bytes, createdAt: time },
  storage: { boundedBy: 'two rows for a top-level organization' },
});
