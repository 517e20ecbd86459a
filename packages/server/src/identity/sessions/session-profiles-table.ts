import { nestedBigint, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const sessionProfilesTable = defineTable('session_profiles', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { name: text, scope: text, expirationSeconds: orNull(nestedBigint) },
  describes: { notes: text, createdAt: time, updatedAt: time },
  storage: ['name', 'scope', 'notes'],
});
