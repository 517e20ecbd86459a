import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { timestamp } from '../contract/timestamp.ts';

export type TagRow = Authenticated<AuthorityRows['tags']>;

/** A tag, as answers have it. */
export const tagRecord = (row: TagRow) => ({
  tagId: row.id,
  tagName: row.name,
  tagType: row.type as never,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
