import { bytes, integer, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

/** What has to be delivered: a forged entry would be sent in the name of the service. No audit entry names it. */
export const outboxTable = defineTable('outbox', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { kind: text, idempotencyKey: text, contents: orNull(text), sealedContents: orNull(bytes) },
  // They say when an entry is delivered, not what is delivered.
  describes: {
    target: orNull(text),
    state: textOf<'waiting' | 'failed'>(),
    dueAt: time,
    leaseId: orNull(uuid),
    attempts: integer,
    errorCode: orNull(text),
    errorText: orNull(text),
    createdAt: time,
  },
  isAudited: false,
  storage: { boundedBy: 'removed when delivered; messages are limited by hour, and waiting events by organization' },
});
