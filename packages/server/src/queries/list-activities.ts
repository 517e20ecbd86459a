import listActivities from '@mintmark/schema/queries/list-activities';
import { answer } from '../implement.ts';
import { activityRecord } from '../lifecycle/activity-record.ts';
import type { ActivityRow } from '../lifecycle/activity-row.ts';
import { genuineActivities } from '../lifecycle/activity-store.ts';
import { votesOn } from '../lifecycle/votes.ts';
import { readPage } from '../read-page.ts';

export default answer(listActivities, async ({ sql, organization, caller, macs }, request) => {
  const { filterByStatus = [], filterByType = [], paginationOptions } = request;
  const scope = sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`;
  // Lengths in bytes are known without reading what is stored outside of the row.
  const list = {
    table: 'activities',
    scope,
    size: sql`
      octet_length(body) + coalesce(octet_length(result), 0) + coalesce(octet_length(failure), 0) + (
        select coalesce(sum(octet_length(message) + octet_length(voter) + octet_length(signature)), 0) from votes
        where votes.tenant_id = activities.tenant_id and votes.organization_id = activities.organization_id
          and votes.activity_id = activities.id
      )`,
    filter: sql`
      ${filterByStatus.length === 0 ? sql`` : sql`and status = any(${filterByStatus}::text[])`}
      ${filterByType.length === 0 ? sql`` : sql`and type = any(${filterByType}::text[])`}`,
  };
  const ids = await readPage(sql, list, paginationOptions);
  const [stored, allVotes] = await Promise.all([
    sql<ActivityRow[]>`
      select * from activities where ${scope} and id = any(${ids}::uuid[]) order by created_at desc, id desc`,
    votesOn(sql, organization, ids),
  ]);
  const rows = genuineActivities(macs, stored);
  const votes = Map.groupBy(allVotes, ({ activityId }) => activityId);
  return { activities: rows.map((row) => activityRecord(row, votes.get(row.id) ?? [], caller)) as never };
});
