import { bytes, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const votesTable = defineBareTable('votes', {
  shard: 'organizationId',
  key: { organizationId: uuid, activityId: uuid, id: uuid },
  columns: {
    userId: uuid,
    credentialId: uuid,
    selection: text,
    message: orNull(bytes),
    publicKey: text,
    signature: text,
    scheme: text,
    voter: text,
    createdAt: time,
  },
  storage: ['message', 'publicKey', 'signature', 'voter'],
});
