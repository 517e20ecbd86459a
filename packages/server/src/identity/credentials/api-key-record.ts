import type { ApiKey } from '@mintmark/schema/fields/credentials/api-key';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { apiKeysTable } from './api-keys-table.ts';

export type ApiKeyRow = Authenticated<RowOf<typeof apiKeysTable>>;

/** An API key, as answers show it. */
export const apiKeyRecord = (row: ApiKeyRow): z.output<typeof ApiKey> => ({
  credential: {
    publicKey: row.publicKey,
    type: row.type,
    ...(row.sessionProfileId !== null && { sessionProfileId: row.sessionProfileId }),
  },
  apiKeyId: row.id,
  apiKeyName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  ...(row.lifetimeSeconds !== null && { expirationSeconds: String(row.lifetimeSeconds) }),
});
