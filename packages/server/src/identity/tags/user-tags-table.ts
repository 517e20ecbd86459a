import { uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const userTagsTable = defineTable('user_tags', {
  shard: 'organizationId',
  key: { organizationId: uuid, tagId: uuid, userId: uuid },
  endsGroup: true,
  storage: { boundedBy: 'at most 100 users with 100 tags, with 10 in a sub-organization' },
});
