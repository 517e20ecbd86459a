import { bytes, textOf, uuid } from '../tables/column.ts';
import { defineTable } from '../tables/define-table.ts';
import type { DirectoryKind } from '../tables/searchable-values.ts';

/** Where values are found in the sub-organizations of a parent. It follows from other rows, and no audit entry names it. */
export const directoryTable = defineTable('directory', {
  shard: 'parentId',
  key: {
    parentId: uuid,
    kind: textOf<DirectoryKind>(),
    digest: bytes,
    organizationId: uuid,
    rowId: uuid,
  },
  storage: { boundedBy: 'at most six entries for a row that counts' },
});
