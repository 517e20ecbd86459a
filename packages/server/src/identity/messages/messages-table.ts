import { bigint, bytes, orNull, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const messagesTable = defineBareTable('messages', {
  shard: 'organizationId',
  key: { organizationId: uuid, number: bigint },
  columns: {
    strangerNumber: orNull(bigint),
    outsiderNumber: orNull(bigint),
    requester: bytes,
    party: bytes,
    source: orNull(bytes),
    createdAt: time,
  },
  storage: { boundedBy: 'about 300 bytes for a message, removed after an hour; messages are limited by hour' },
});
