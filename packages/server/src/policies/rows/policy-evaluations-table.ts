import { bytes, orNull, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const policyEvaluationsTable = defineTable('policy_evaluations', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { activityId: uuid, voteId: orNull(uuid), outcomes: bytes },
  describes: { createdAt: time },
  storage: ['outcomes'],
});
