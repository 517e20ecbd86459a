import { time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const usedTokensTable = defineBareTable('used_tokens', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  columns: { expiresAt: time },
  storage: { boundedBy: 'about 100 bytes for an activity that counts, removed when the token has expired' },
});
