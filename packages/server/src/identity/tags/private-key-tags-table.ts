import { uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const privateKeyTagsTable = defineTable('private_key_tags', {
  shard: 'organizationId',
  key: { organizationId: uuid, tagId: uuid, privateKeyId: uuid },
  endsGroup: true,
  endsWithOrganization: true,
  storage: { boundedBy: 'at most 1,000 private keys with 100 tags, with 10 in a sub-organization' },
});
