import { bytes, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const authProxiesTable = defineTable('auth_proxies', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { userId: uuid, privateKey: bytes, settings: text },
  describes: { createdAt: time, updatedAt: time },
  endsGroup: true,
  storage: ['settings'],
});
