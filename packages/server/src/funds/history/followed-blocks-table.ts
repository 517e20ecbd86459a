import { bigint, text } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const followedBlocksTable = defineBareTable('followed_blocks', {
  shard: 'caip2',
  key: { caip2: text, number: bigint },
  columns: { hash: text },
  storage: { boundedBy: 'the last blocks of each chain' },
});
