import { integer, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';
import { anyOrganization } from '../../core/tables/searchable-values.ts';

export const organizationsTable = defineTable('organizations', {
  shard: 'id',
  key: { id: uuid },
  decides: {
    parentId: orNull(uuid),
    name: text,
    rootThreshold: integer,
    /** The digest of all policies; null if there never was one. A policy that was removed or put back does not match it. */
    policiesDigest: orNull(text),
    deletedAt: orNull(time),
  },
  describes: { createdAt: time, updatedAt: time },
  // The audit recorded older organizations without it.
  counts: {
    /** Where the anonymous sign-up came from that made it, as `sourceOf` writes it; null if there was none. */
    source: orNull(text),
  },
  addedLater: 'source',
  endsGroup: true,
  storage: { boundedBy: 'one row each' },
  searchable: ({ name }) => ({ organization: anyOrganization, organizationName: name }),
});
