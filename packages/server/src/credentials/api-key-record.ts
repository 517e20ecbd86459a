import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { timestamp } from '../contract/timestamp.ts';

export type ApiKeyRow = Authenticated<AuthorityRows['api_keys']>;

/** An API key, as answers have it. */
export const apiKeyRecord = (row: ApiKeyRow) => ({
  credential: { publicKey: row.publicKey, type: row.type as never },
  apiKeyId: row.id,
  apiKeyName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  ...(row.lifetimeSeconds !== null && { expirationSeconds: String(row.lifetimeSeconds) }),
});
