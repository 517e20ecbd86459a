import { text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const appProofsTable = defineTable('app_proofs', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { activityId: uuid, publicKey: text, proofs: text },
  describes: { createdAt: time },
  storage: ['proofs'],
});
