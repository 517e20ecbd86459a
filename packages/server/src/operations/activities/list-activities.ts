import listActivities from '@mintmark/schema/operations/activities/list-activities';
import { findVotable } from '../../activities/decision/find-votable.ts';
import { activityRecord } from '../../activities/record/activity-record.ts';
import type { ActivityRow } from '../../activities/record/activity-row.ts';
import { genuineActivities } from '../../activities/record/activity-store.ts';
import { votesOn } from '../../activities/record/votes.ts';
import { answer, LongAnswer, type QueryContext } from '../../core/handlers/implement.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { isUpwardsPage, readPage } from '../../core/requests/read-page.ts';
import { readAppProofs } from '../../custody/proofs/app-proof-row.ts';
import type { Sql } from '../../storage/store/database.ts';

/** Enough for ten or twenty activities of the usual size. */
const longBytes = 64 * 1024;

export default answer(listActivities, async (context, request) => {
  const { sql, organization } = context;
  const { filterByStatus = [], filterByType = [], paginationOptions } = request;
  const list = {
    table: 'activities',
    scope: ofOrganization(sql, organization),
    filter: sql`
      ${filterByStatus.length === 0 ? sql`` : sql`and status = any(${filterByStatus}::text[])`}
      ${filterByType.length === 0 ? sql`` : sql`and type = any(${filterByType}::text[])`}`,
    // PostgreSQL knows the length in bytes without reading values that are stored outside of the row.
    size: sql`
      octet_length(body) + coalesce(octet_length(result), 0) + coalesce(octet_length(failure), 0) + (
        select coalesce(sum(octet_length(coalesce(message, body)) + octet_length(voter) + octet_length(signature)), 0) from votes
        where ${ofOrganization(sql, organization)} and votes.activity_id = activities.id
      ) + (
        select coalesce(sum(octet_length(proofs)), 0) from app_proofs
        where ${ofOrganization(sql, organization)} and app_proofs.activity_id = activities.id
      )`,
  };
  const { ids, bytes } = await readPage(sql, list, paginationOptions);
  const isUpwards = isUpwardsPage(paginationOptions);
  const make = (sql: Sql, letGo = context.letGo) =>
    readActivities({ ...context, sql, ...(letGo && { letGo }) }, ids, isUpwards);
  return bytes > longBytes ? new LongAnswer(make) : make(sql);
});

/** @param isUpwards Whether the page ends at a cursor: if it has to be shorter, the rows next to the cursor stay. */
async function readActivities(context: QueryContext, ids: readonly string[], isUpwards: boolean) {
  const { sql, organization, caller, services } = context;
  const [stored, allVotes, allProofs] = await Promise.all([
    // Each id on its own: for a list of them, PostgreSQL may go through the whole index by time, which has the ids too.
    sql<ActivityRow[]>`
      select found.* from unnest(${[...ids]}::uuid[]) as page (id), lateral (
        select * from activities where ${ofOrganization(sql, organization)} and activities.id = page.id offset 0
      ) as found
      order by found.created_at desc, found.id desc`,
    votesOn(sql, organization, ids),
    readAppProofs(context, ids),
  ]);
  const byActivity = Map.groupBy(allVotes, ({ activityId }) => activityId);
  const proofsOf = Map.groupBy(allProofs, ({ activityId }) => activityId);
  const rows = genuineActivities(services.macs, stored, organization);
  const page = rows.map((row) => ({ row, votes: byActivity.get(row.id) ?? [] }));
  const { ids: votable, count } = await findVotable(context, isUpwards ? page.toReversed() : page);
  const shown = isUpwards ? page.slice(page.length - count) : page.slice(0, count);
  return {
    activities: shown.map(({ row, votes }) => {
      const seen = { caller, mayVote: votable.has(row.id), proofs: proofsOf.get(row.id) ?? [] };
      return activityRecord(row, votes, seen);
    }),
  };
}
