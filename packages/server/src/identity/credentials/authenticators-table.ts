import type { AuthenticatorTransport } from '@mintmark/schema/fields/credentials/authenticator';
import type { z } from 'zod';
import { nestedBigint, nestedBytes, orNull, text, textsOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const authenticatorsTable = defineTable('authenticators', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { userId: uuid, credentialId: text, publicKey: text, rpId: text, deletedAt: orNull(time) },
  describes: {
    name: text,
    transports: textsOf<z.output<typeof AuthenticatorTransport>>(),
    attestationType: text,
    aaguid: text,
    model: text,
    createdAt: time,
    updatedAt: time,
  },
  counts: {
    signCount: nestedBigint,
    /** SHA-256 of the body that was stamped with this count. */
    countedBody: orNull(nestedBytes),
  },
  endsGroup: true,
  storage: ['name', 'credentialId', 'publicKey', 'rpId', 'attestationType', 'model'],
  searchable: ({ credentialId }) => ({ passkey: credentialId }),
});
