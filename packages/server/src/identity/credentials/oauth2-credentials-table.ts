import type { Oauth2Provider } from '@mintmark/schema/fields/credentials/oauth2-provider';
import type { z } from 'zod';
import { text, textOf, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';

export const oauth2CredentialsTable = defineTable('oauth2_credentials', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: { provider: textOf<z.output<typeof Oauth2Provider>>(), clientId: text, encryptedClientSecret: text },
  describes: { createdAt: time, updatedAt: time },
  storage: ['clientId', 'encryptedClientSecret'],
});
