import { randomUUID } from 'node:crypto';
import type { ApiKeyCurve, ApiKeyParams } from '@mintmark/schema/fields/credentials/api-key';
import { type Curve, parsePublicKey } from '@mintmark/stamper/verify';
import type { z } from 'zod';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { ApiKeyRow } from './api-key-record.ts';
import { apiKeysTable } from './api-keys-table.ts';

/** The curves of API keys, with the types of credentials that their keys are. */
export const apiKeyCurves = {
  API_KEY_CURVE_P256: ['p256', 'CREDENTIAL_TYPE_API_KEY_P256'],
  API_KEY_CURVE_SECP256K1: ['secp256k1', 'CREDENTIAL_TYPE_API_KEY_SECP256K1'],
  API_KEY_CURVE_ED25519: ['ed25519', 'CREDENTIAL_TYPE_API_KEY_ED25519'],
} as const satisfies { readonly [C in z.output<typeof ApiKeyCurve>]: readonly [Curve, ApiKeyRow['type']] };

/** How many long-lived and how many short-lived keys a user may have. */
const maxPerUser = 10;

/** Registers API keys of a user, and returns their ids in the order given. */
export async function registerApiKeys(
  context: ChangeContext,
  userId: string,
  params: readonly z.output<typeof ApiKeyParams>[],
  field: string,
): Promise<string[]> {
  const keys = params.map(({ apiKeyName, publicKey, curveType, expirationSeconds }, index) => {
    const [curve, type] = apiKeyCurves[curveType];
    return {
      name: apiKeyName,
      type,
      curve,
      publicKey: parseKey(curve, publicKey, `${field}.${index}.publicKey`),
      lifetimeSeconds: expirationSeconds === undefined ? null : BigInt(expirationSeconds),
    };
  });
  return insertApiKeys(context, userId, keys);
}

/** A key to be registered. */
export type NewApiKey = Pick<ApiKeyRow, 'name' | 'type' | 'curve' | 'publicKey' | 'lifetimeSeconds'> &
  Partial<Pick<ApiKeyRow, 'sessionProfileId'>>;

/** Stores keys of a user, as far as the user may have so many, and returns their ids in the order given. */
export async function insertApiKeys(
  context: ChangeContext,
  userId: string,
  keys: readonly NewApiKey[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  const ids = await storeApiKeys(context, userId, keys);
  await limitApiKeys(context, userId, ids);
  return ids;
}

/** Stores keys of a user, however many the user has, and returns their ids in the order given. */
export async function storeApiKeys(
  { sql, organization, now, writer }: ChangeContext,
  userId: string,
  keys: readonly NewApiKey[],
): Promise<string[]> {
  const rows = keys.map((key) =>
    writer.sealed(apiKeysTable, {
      ...ownerColumns(organization),
      id: randomUUID(),
      userId: userId.toLowerCase(),
      sessionProfileId: null,
      ...key,
      expiresAt: expiryOf(key, now),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    }),
  );
  const taken = await sql`
    insert into api_keys ${sql(rows)}
    on conflict (organization_id, public_key, curve) where deleted_at is null do nothing
    returning id`;
  if (taken.length < rows.length)
    throw new ApiError('ALREADY_EXISTS', 'an API key with this public key already exists');
  return rows.map(({ id }) => id);
}

/** When a key that is registered now expires. */
export const expiryOf = ({ lifetimeSeconds }: Pick<NewApiKey, 'lifetimeSeconds'>, now: Date): Date | null =>
  lifetimeSeconds === null ? null : new Date(now.getTime() + Number(lifetimeSeconds) * 1000);

/** Reads a public key from a request. */
export function parseKey(curve: Curve, publicKey: string, field: string): string {
  try {
    return parsePublicKey(curve, publicKey.toLowerCase()).hex;
  } catch (error) {
    const description = (error as Error).message;
    throw new ApiError('INVALID_PUBLIC_KEY', undefined, { fieldViolations: [{ field, description }] });
  }
}

/** A user has at most ten long-lived keys. An eleventh short-lived key replaces expired ones, else the oldest. */
async function limitApiKeys(
  { sql, organization, now, services, writer }: ChangeContext,
  userId: string,
  newIds: readonly string[],
): Promise<void> {
  // New keys come first: existing keys of the same millisecond must not displace them.
  const rows = await sql<ApiKeyRow[]>`
    select * from api_keys
    where ${ofOrganization(sql, organization)} and user_id = ${userId}
      and deleted_at is null
    order by id = any(${[...newIds]}::uuid[]) desc, created_at desc, id`;
  const keys = services.macs.genuine(apiKeysTable, rows, {
    ...ownerColumns(organization),
    userId: userId.toLowerCase(),
    deletedAt: null,
  });
  const lasting = keys.filter(({ expiresAt }) => expiresAt === null);
  if (lasting.length > maxPerUser) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', 'too many long-lived api keys');
  const expiring = keys.filter(({ expiresAt }) => expiresAt !== null);
  if (expiring.length <= maxPerUser) return;
  const kept = expiring.filter(({ expiresAt }) => expiresAt && expiresAt > now).slice(0, maxPerUser);
  const surplus = expiring.filter((key) => !kept.includes(key));
  if (surplus.some(({ id }) => newIds.includes(id)))
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', 'too many short-lived api keys');
  await writer.change(apiKeysTable, surplus, { deletedAt: now, updatedAt: now });
}
