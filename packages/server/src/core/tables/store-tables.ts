import { bool, integer, text, time, uuid } from './column.ts';
import { defineBareTable } from './define-table.ts';

export const instanceTable = defineBareTable('instance', {
  shard: 'everywhere',
  key: { isOnly: bool },
  columns: { id: uuid, createdAt: time, coversUserTags: bool },
  storage: { boundedBy: 'one row' },
});

export const migrationTable = defineBareTable('migration', {
  shard: 'everywhere',
  key: { number: integer },
  columns: { name: text, checksum: text, appliedAt: time },
  storage: { boundedBy: 'one row for each migration' },
});
