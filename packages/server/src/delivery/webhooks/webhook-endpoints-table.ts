import { bool, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const webhookEndpointsTable = defineTable('webhook_endpoints', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { url: text, isActive: bool, subscriptions: text },
  describes: { name: text, createdAt: time, updatedAt: time },
  counts: { failingSince: orNull(time), disabledAt: orNull(time) },
  storage: ['url', 'name', 'subscriptions'],
});
