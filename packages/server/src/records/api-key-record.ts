import { timestamp } from './timestamp.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly type: string;
  readonly publicKey: string;
  readonly lifetimeSeconds: bigint | number | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An API key, as answers have it. */
export const apiKeyRecord = (row: ApiKeyRow) => ({
  credential: { publicKey: row.publicKey, type: row.type as never },
  apiKeyId: row.id,
  apiKeyName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  ...(row.lifetimeSeconds !== null && { expirationSeconds: String(row.lifetimeSeconds) }),
});
