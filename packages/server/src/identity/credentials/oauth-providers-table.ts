import { nestedBytes, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';
import { identityText } from '../../core/tables/searchable-values.ts';

export const oauthProvidersTable = defineTable('oauth_providers', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    userId: uuid,
    issuer: text,
    audience: text,
    subject: text,
    /** SHA-256 of issuer, audience and subject. */
    identity: nestedBytes,
    deletedAt: orNull(time),
  },
  describes: { name: text, createdAt: time, updatedAt: time },
  endsGroup: true,
  storage: ['name', 'issuer', 'audience', 'subject'],
  searchable: (identity) => ({ oidcIdentity: identityText(identity) }),
});
