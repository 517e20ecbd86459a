import type { User } from '@mintmark/schema/fields/users/user';
import type { z } from 'zod';
import type { Authenticated, RowMacs } from '../../core/authority/row-macs.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { type OrganizationKey, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf, Table } from '../../core/tables/define-table.ts';
import { type NestedRow, readNestedRow } from '../../core/tables/nested-row.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import { type ApiKeyRow, apiKeyRecord } from '../credentials/api-key-record.ts';
import { apiKeysTable } from '../credentials/api-keys-table.ts';
import { type AuthenticatorRow, authenticatorRecord } from '../credentials/authenticator-record.ts';
import { authenticatorsTable } from '../credentials/authenticators-table.ts';
import { type OauthProviderRow, oauthProviderRecord } from '../credentials/oauth-provider-record.ts';
import { oauthProvidersTable } from '../credentials/oauth-providers-table.ts';
import { userTagsTable } from '../tags/user-tags-table.ts';
import { requireTagsOf } from './tags-digest.ts';
import { usersTable } from './users-table.ts';

type UserTagRow = Authenticated<RowOf<typeof userTagsTable>>;

/** A user with its credentials and tags, as stored. */
export interface UserRow extends Authenticated<RowOf<typeof usersTable>> {
  readonly apiKeys: readonly ApiKeyRow[];
  readonly authenticators: readonly AuthenticatorRow[];
  readonly oauthProviders: readonly OauthProviderRow[];
  readonly tags: readonly UserTagRow[];
}

export type UserRecord = z.output<typeof User>;

/** A user as it was read: with its credentials and tags as JSON. */
type ReadUser = Authenticated<RowOf<typeof usersTable>> &
  Readonly<Record<'apiKeys' | 'authenticators' | 'oauthProviders' | 'tags', readonly NestedRow[]>>;

/**
 * The users of an organization, or only those with the given ids, newest first. Fails if a tag of one of them was removed or put
 * back in the database.
 */
export async function readUsers(
  { sql, organization, services: { macs } }: RowsContext,
  ids?: readonly string[],
): Promise<UserRow[]> {
  const asked = ids && sql`${[...ids]}::uuid[]`;
  const rows = await sql<ReadUser[]>`${selectUsers(sql, ofOrganization(sql, organization), asked)}`;
  return genuineUsers(macs, organization, rows, ids);
}

/**
 * Selects users with their credentials and tags.
 *
 * @param here The condition for rows of their organization.
 * @param ids The list of their ids, if not all of them are selected.
 */
export const selectUsers = (sql: Sql, here: Statement, ids: Statement | undefined): Statement => sql`
  select *,
    (
      select coalesce(json_agg(api_keys order by created_at desc, id desc), '[]') from api_keys
      where ${here} and user_id = users.id and deleted_at is null
    ) as api_keys,
    (
      select coalesce(json_agg(authenticators order by created_at desc, id desc), '[]') from authenticators
      where ${here} and user_id = users.id and deleted_at is null
    ) as authenticators,
    (
      select coalesce(json_agg(oauth_providers order by created_at desc, id desc), '[]') from oauth_providers
      where ${here} and user_id = users.id and deleted_at is null
    ) as oauth_providers,
    (
      select coalesce(json_agg(user_tags order by tag_id), '[]') from user_tags
      where ${here} and user_id = users.id
    ) as tags
  from users
  where ${here} and deleted_at is null ${ids ? sql`and id = any(${ids})` : sql``}
  order by created_at desc, id desc`;

/** A selected user that was nested as JSON itself. */
const nestedUser = (json: NestedRow): ReadUser => ({
  ...readNestedRow<Authenticated<RowOf<typeof usersTable>>>(usersTable, json),
  apiKeys: json['api_keys'] as NestedRow[],
  authenticators: json['authenticators'] as NestedRow[],
  oauthProviders: json['oauth_providers'] as NestedRow[],
  tags: json['tags'] as NestedRow[],
});

const maxKnown = 256;
/** The text of a user with about twenty credentials. */
const maxKnownText = 8 * 1024;
/** Users by the text that they were read from, with the keys that authenticated them. */
const known = new WeakMap<RowMacs, BoundedMap<readonly UserRow[]>>();

/**
 * Selected users that were nested as JSON. The same few users send most requests, and seldom change: what was read from the same text
 * before is not parsed and authenticated again.
 */
export function nestedUsers(
  macs: RowMacs,
  organization: OrganizationKey,
  text: string,
  ids: readonly string[],
): readonly UserRow[] {
  const ofKeys = known.get(macs) ?? new BoundedMap<readonly UserRow[]>(maxKnown);
  known.set(macs, ofKeys);
  const name = `${organization.id} ${ids.join(' ')} ${text}`;
  const found = ofKeys.get(name);
  if (found) return found;
  const rows = (JSON.parse(text) as NestedRow[]).map(nestedUser);
  const users = genuineUsers(macs, organization, rows, ids);
  // A row that this service did not write is reported each time.
  const areGenuine =
    users.length === rows.length && users.every((user, index) => hasAllOf(user, rows[index] as ReadUser));
  if (areGenuine && text.length <= maxKnownText) ofKeys.set(name, users);
  return users;
}

const parts = ['apiKeys', 'authenticators', 'oauthProviders', 'tags'] as const;

const hasAllOf = (user: UserRow, row: ReadUser): boolean =>
  parts.every((part) => user[part].length === row[part].length);

/**
 * The selected users that this service wrote, with their credentials and tags. Fails if a tag of one of them was removed or put back
 * in the database.
 */
function genuineUsers(
  macs: RowMacs,
  organization: OrganizationKey,
  rows: readonly ReadUser[],
  ids?: readonly string[],
): UserRow[] {
  const owner = ownerColumns(organization);
  const live = { ...owner, deletedAt: null };
  const asked = { ...live, ...(ids && { id: distinctIds(ids) }) };
  return macs.genuine(usersTable, rows, asked).map((row) => {
    const userId = row.id;
    const credentials = { ...live, userId };
    const tags = macs.genuine(userTagsTable, row.tags.map(nested<UserTagRow>(userTagsTable)), { ...owner, userId });
    requireTagsOf(row, tags);
    return {
      ...row,
      apiKeys: macs.genuine(apiKeysTable, row.apiKeys.map(nested<ApiKeyRow>(apiKeysTable)), credentials),
      authenticators: macs.genuine(
        authenticatorsTable,
        row.authenticators.map(nested<AuthenticatorRow>(authenticatorsTable)),
        credentials,
      ),
      oauthProviders: macs.genuine(
        oauthProvidersTable,
        row.oauthProviders.map(nested<OauthProviderRow>(oauthProvidersTable)),
        credentials,
      ),
      tags,
    };
  });
}

const nested =
  <Row>(table: Table) =>
  (json: NestedRow): Row =>
    readNestedRow(table, json);

/** A user, as answers show it. */
export const userRecord = (user: UserRow): UserRecord => ({
  userId: user.id,
  userName: user.name,
  ...(user.email !== null && { userEmail: user.email }),
  ...(user.phoneNumber !== null && { userPhoneNumber: user.phoneNumber }),
  authenticators: user.authenticators.map(authenticatorRecord),
  apiKeys: user.apiKeys.map(apiKeyRecord),
  userTags: user.tags.map(({ tagId }) => tagId),
  oauthProviders: user.oauthProviders.map(oauthProviderRecord),
  createdAt: timestamp(user.createdAt),
  updatedAt: timestamp(user.updatedAt),
});
