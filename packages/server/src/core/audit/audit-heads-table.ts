import { bigint, bytes, orNull, uuid } from '../tables/column.ts';
import { defineTable } from '../tables/define-table.ts';

export const auditHeadsTable = defineTable('audit_heads', {
  shard: 'organizationId',
  key: { organizationId: uuid },
  decides: { sequence: bigint, hash: bytes },
  describes: {
    /** What was added to the storage of the organization since it is counted. */
    bytes: bigint,
    /** What it had stored before; null until that is counted. */
    earlierBytes: orNull(bigint),
  },
  isAudited: false,
  storage: { boundedBy: 'one row each' },
});
