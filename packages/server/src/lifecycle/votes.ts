import { randomUUID } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
import type { Organization } from '../organization.ts';
import type { UserRecord } from '../records/user-record.ts';
import type { Sql, Statement, TransactionSql } from '../store/database.ts';
import type { VoteRow } from './activity-row.ts';

/** The votes on activities, oldest first. */
export async function votesOn(
  sql: Sql,
  { tenantId, id }: Organization,
  activityIds: readonly string[],
): Promise<VoteRow[]> {
  if (activityIds.length === 0) return [];
  return sql<VoteRow[]>`
    select * from votes
    where tenant_id = ${tenantId} and organization_id = ${id} and activity_id = any(${[...activityIds]}::uuid[])
    order by created_at, id`;
}

/** What a user says about an activity now, with the bytes that it stamped. */
export const newVote = (
  { caller, body }: { readonly caller: Caller; readonly body: Uint8Array },
  voter: UserRecord,
  activityId: string,
  selection: VoteRow['selection'],
  createdAt: Date,
): VoteRow => ({
  activityId,
  id: randomUUID(),
  userId: caller.userId,
  credentialId: caller.credentialId,
  selection,
  message: body,
  ...caller.stamp,
  voter: JSON.stringify(voter),
  createdAt,
});

/** Keeps a vote, in the place of what its user said before. */
export const saveVote = (sql: TransactionSql, { tenantId, id }: Organization, vote: VoteRow): Statement => sql`
  insert into votes ${sql({ tenantId, organizationId: id, ...vote, message: Buffer.from(vote.message) })}
  on conflict (tenant_id, organization_id, activity_id, user_id) do update set
    id = excluded.id, credential_id = excluded.credential_id, selection = excluded.selection,
    message = excluded.message, public_key = excluded.public_key, signature = excluded.signature,
    scheme = excluded.scheme, voter = excluded.voter, created_at = excluded.created_at`;

/** How many root users besides one approve an activity now: who was deleted, or whose credential ended, no longer counts. */
export async function countRootApprovals(
  sql: Sql,
  { tenantId, id }: Organization,
  activityId: string,
  since: Date,
  now: Date,
  besides: string,
): Promise<number> {
  const [{ count } = { count: 0n }] = await sql<{ count: bigint }[]>`
    select count(*) from votes
    join users
      on users.tenant_id = votes.tenant_id and users.organization_id = votes.organization_id
      and users.id = votes.user_id and users.deleted_at is null and users.is_root
    where votes.tenant_id = ${tenantId} and votes.organization_id = ${id} and votes.activity_id = ${activityId}
      and votes.user_id <> ${besides} and votes.selection = 'VOTE_SELECTION_APPROVED' and votes.created_at >= ${since}
      and (
        exists (
          select from api_keys
          where api_keys.tenant_id = votes.tenant_id and api_keys.organization_id = votes.organization_id
            and api_keys.id = votes.credential_id and api_keys.deleted_at is null
            and (api_keys.expires_at is null or api_keys.expires_at > ${now})
        ) or exists (
          select from authenticators
          where authenticators.tenant_id = votes.tenant_id
            and authenticators.organization_id = votes.organization_id
            and authenticators.id = votes.credential_id and authenticators.deleted_at is null
        )
      )`;
  return Number(count);
}
