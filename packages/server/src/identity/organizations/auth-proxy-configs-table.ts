import { time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const authProxyConfigsTable = defineTable('auth_proxy_configs', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  describes: { createdAt: time },
  storage: [],
});
