import listActivities from '@mintmark/schema/queries/list-activities';
import { answer } from '../implement.ts';
import { activityRecord } from '../lifecycle/activity-record.ts';
import type { ActivityRow } from '../lifecycle/activity-row.ts';
import { genuineActivities } from '../lifecycle/activity-store.ts';
import { votesOn } from '../lifecycle/votes.ts';
import { readPage } from '../read-page.ts';

export default answer(listActivities, async ({ sql, organization, caller, macs }, request) => {
  const { filterByStatus = [], filterByType = [], paginationOptions } = request;
  const list = {
    table: 'activities',
    scope: sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`,
    filter: sql`
      ${filterByStatus.length === 0 ? sql`` : sql`and status = any(${filterByStatus}::text[])`}
      ${filterByType.length === 0 ? sql`` : sql`and type = any(${filterByType}::text[])`}`,
  };
  const rows = genuineActivities(macs, await readPage<ActivityRow>(sql, list, paginationOptions));
  const ids = rows.map(({ id }) => id);
  const votes = Map.groupBy(await votesOn(sql, organization, ids), ({ activityId }) => activityId);
  return { activities: rows.map((row) => activityRecord(row, votes.get(row.id) ?? [], caller)) as never };
});
