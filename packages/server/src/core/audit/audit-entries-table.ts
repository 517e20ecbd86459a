import { bigint, bytes, text, uuid } from '../tables/column.ts';
import { defineBareTable } from '../tables/define-table.ts';

export const auditEntriesTable = defineBareTable('audit_entries', {
  shard: 'organizationId',
  key: { organizationId: uuid, sequence: bigint },
  columns: { content: text, hash: bytes },
  storage: ['content'],
});
