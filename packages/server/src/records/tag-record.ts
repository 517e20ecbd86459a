import { timestamp } from './timestamp.ts';

export interface TagRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A tag, as answers have it. */
export const tagRecord = (row: TagRow) => ({
  tagId: row.id,
  tagName: row.name,
  tagType: row.type as never,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
