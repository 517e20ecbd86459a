import type { TagType } from '@mintmark/schema/fields/users/tag';
import type { z } from 'zod';
import { text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const tagsTable = defineTable('tags', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { type: textOf<z.output<typeof TagType>>(), name: text },
  describes: { createdAt: time, updatedAt: time },
  storage: ['name'],
});
