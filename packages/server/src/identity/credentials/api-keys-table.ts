import type { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import type { Curve } from '@mintmark/stamper/verify';
import type { z } from 'zod';
import { nestedBigint, orNull, text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const apiKeysTable = defineTable('api_keys', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    userId: uuid,
    type: textOf<z.output<typeof CredentialType>>(),
    curve: textOf<Curve>(),
    publicKey: text,
    /** What limits the session, if it is the key of one. */
    sessionProfileId: orNull(uuid),
    expiresAt: orNull(time),
    deletedAt: orNull(time),
  },
  describes: { name: text, lifetimeSeconds: orNull(nestedBigint), createdAt: time, updatedAt: time },
  endsGroup: true,
  storage: ['name', 'publicKey'],
  searchable: ({ publicKey }) => ({ publicKey }),
});
