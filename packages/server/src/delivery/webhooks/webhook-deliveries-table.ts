import { integer, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineBareTable } from '../../core/tables/define-table.ts';

export const webhookDeliveriesTable = defineBareTable('webhook_deliveries', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  columns: {
    endpointId: uuid,
    eventId: text,
    eventType: text,
    state: text,
    attempts: integer,
    createdAt: time,
    lastAttemptAt: time,
    nextAttemptAt: orNull(time),
    httpStatus: orNull(integer),
    errorCode: orNull(text),
  },
  storage: { boundedBy: 'the last 100 of an endpoint' },
});
