import type { Organization } from '../organization.ts';
import type { Sql } from '../store/database.ts';
import { type ApiKeyRow, apiKeyRecord } from './api-key-record.ts';
import { type AuthenticatorRow, authenticatorRecord } from './authenticator-record.ts';
import { timestamp } from './timestamp.ts';

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type UserRecord = Awaited<ReturnType<typeof userRecords>>[number];

/** The users of an organization, or those of them with the given ids, newest first, as answers have them. */
export async function userRecords(sql: Sql, { tenantId, id: organizationId }: Organization, ids?: readonly string[]) {
  const here = sql`tenant_id = ${tenantId} and organization_id = ${organizationId}`;
  const [users, apiKeys, authenticators, tags] = await Promise.all([
    sql<UserRow[]>`
      select id, name, email, phone_number, created_at, updated_at from users
      where ${here} and deleted_at is null ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``}
      order by created_at desc, id desc`,
    sql<ApiKeyRow[]>`
      select * from api_keys
      where ${here} and deleted_at is null ${ids ? sql`and user_id = any(${[...ids]}::uuid[])` : sql``}
      order by created_at desc, id desc`,
    sql<AuthenticatorRow[]>`
      select * from authenticators
      where ${here} and deleted_at is null ${ids ? sql`and user_id = any(${[...ids]}::uuid[])` : sql``}
      order by created_at desc, id desc`,
    sql<{ tagId: string; userId: string }[]>`
      select tag_id, user_id from user_tags
      where ${here} ${ids ? sql`and user_id = any(${[...ids]}::uuid[])` : sql``}
      order by tag_id`,
  ]);
  return users.map((user) => ({
    userId: user.id,
    userName: user.name,
    ...(user.email !== null && { userEmail: user.email }),
    ...(user.phoneNumber !== null && { userPhoneNumber: user.phoneNumber }),
    authenticators: authenticators.filter(({ userId }) => userId === user.id).map(authenticatorRecord),
    apiKeys: apiKeys.filter(({ userId }) => userId === user.id).map(apiKeyRecord),
    userTags: tags.filter(({ userId }) => userId === user.id).map(({ tagId }) => tagId),
    oauthProviders: [],
    createdAt: timestamp(user.createdAt),
    updatedAt: timestamp(user.updatedAt),
  }));
}
