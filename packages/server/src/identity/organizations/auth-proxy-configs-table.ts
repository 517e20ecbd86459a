import { time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** Requests name a configuration without its organization, so every machine of a distributed database has all of them. */
export const authProxyConfigsTable = defineTable('auth_proxy_configs', {
  shard: 'everywhere',
  key: { organizationId: uuid, id: uuid },
  describes: { createdAt: time },
  isAudited: true,
  storage: { boundedBy: 'one row for a top-level organization' },
});
