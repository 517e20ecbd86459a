import type { Tag } from '@mintmark/schema/fields/users/tag';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { tagsTable } from './tags-table.ts';

export type TagRow = Authenticated<RowOf<typeof tagsTable>>;

/** A tag, as answers show it. */
export const tagRecord = (row: TagRow): z.output<typeof Tag> => ({
  tagId: row.id,
  tagName: row.name,
  tagType: row.type,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
