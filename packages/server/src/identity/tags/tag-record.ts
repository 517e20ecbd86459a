import type { Tag } from '@mintmark/schema/fields/users/tag';
import type { z } from 'zod';
import type { AuthorityRows } from '../../core/authority/authority-tables.ts';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';

export type TagRow = Authenticated<AuthorityRows['tags']>;

/** A tag, as answers show it. */
export const tagRecord = (row: TagRow): z.output<typeof Tag> => ({
  tagId: row.id,
  tagName: row.name,
  tagType: row.type,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
