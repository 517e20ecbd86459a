import { bytes, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const importKeysTable = defineTable('import_keys', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { userId: uuid, kind: textOf<'wallet' | 'private_key'>(), privateKey: bytes, expiresAt: time },
  describes: { createdAt: time },
  endsWithOrganization: true,
  storage: [],
});
