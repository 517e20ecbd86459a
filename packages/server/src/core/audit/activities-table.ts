import type { ActivityStatus } from '@mintmark/schema';
import type { z } from 'zod';
import { bytes, orNull, text, textOf, time, uuid } from '../tables/column.ts';
import { defineTable } from '../tables/define-table.ts';

export const activitiesTable = defineTable('activities', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  // The body is compared with the fingerprint wherever the activity is carried out.
  decides: {
    type: text,
    status: textOf<z.output<typeof ActivityStatus>>(),
    fingerprint: bytes,
    result: orNull(text),
    failure: orNull(text),
    deniedUserId: orNull(uuid),
    approvalsSince: time,
  },
  describes: { body: bytes, createdAt: time, updatedAt: time },
  // Audit entries hold its facts themselves.
  isAudited: false,
  storage: ['body', 'result', 'failure'],
});
