import type { Organization } from '../organization.ts';
import type { Sql } from '../store/database.ts';
import { rowOfJson } from '../store/row-of-json.ts';
import { type ApiKeyRow, apiKeyRecord } from './api-key-record.ts';
import { type AuthenticatorRow, authenticatorRecord } from './authenticator-record.ts';
import { timestamp } from './timestamp.ts';

/** A user with all that it has, as the store has it. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly isRoot: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly apiKeys: readonly ApiKeyRow[];
  readonly authenticators: readonly AuthenticatorRow[];
  readonly tagIds: readonly string[];
}

export type UserRecord = ReturnType<typeof userRecord>;

/** The users of an organization, or those of them with the given ids, newest first. */
export async function readUsers(
  sql: Sql,
  { tenantId, id: organizationId }: Organization,
  ids?: readonly string[],
): Promise<UserRow[]> {
  const here = sql`tenant_id = ${tenantId} and organization_id = ${organizationId}`;
  // One statement, as every activity needs it while others wait.
  const rows = await sql<(UserRow & Record<'apiKeys' | 'authenticators', readonly object[]>)[]>`
    select id, name, email, phone_number, is_root, created_at, updated_at,
      (
        select coalesce(json_agg(api_keys order by created_at desc, id desc), '[]') from api_keys
        where ${here} and user_id = users.id and deleted_at is null
      ) as api_keys,
      (
        select coalesce(json_agg(authenticators order by created_at desc, id desc), '[]') from authenticators
        where ${here} and user_id = users.id and deleted_at is null
      ) as authenticators,
      array(select tag_id from user_tags where ${here} and user_id = users.id order by tag_id) as tag_ids
    from users
    where ${here} and deleted_at is null ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``}
    order by created_at desc, id desc`;
  return rows.map((row) => ({
    ...row,
    apiKeys: row.apiKeys.map(rowOfJson<ApiKeyRow>),
    authenticators: row.authenticators.map(rowOfJson<AuthenticatorRow>),
  }));
}

/** A user, as answers have it. */
export const userRecord = (user: UserRow) => ({
  userId: user.id,
  userName: user.name,
  ...(user.email !== null && { userEmail: user.email }),
  ...(user.phoneNumber !== null && { userPhoneNumber: user.phoneNumber }),
  authenticators: user.authenticators.map(authenticatorRecord),
  apiKeys: user.apiKeys.map(apiKeyRecord),
  userTags: [...user.tagIds],
  oauthProviders: [],
  createdAt: timestamp(user.createdAt),
  updatedAt: timestamp(user.updatedAt),
});
