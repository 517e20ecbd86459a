import listAppProofs from '@mintmark/schema/operations/proofs/list-app-proofs';
import type { ActivityRow } from '../../activities/record/activity-row.ts';
import { genuineActivities } from '../../activities/record/activity-store.ts';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { appProofRecords, readAppProofs } from '../../custody/proofs/app-proof-row.ts';

export default answer(listAppProofs, async (context, { activityId }) => {
  const { sql, organization, services } = context;
  const rows = await sql<ActivityRow[]>`
    select * from activities
    where ${ofOrganization(sql, organization)} and id = ${activityId}`;
  const [activity] = genuineActivities(services.macs, rows, organization);
  if (!activity) throw new ApiError('ACTIVITY_NOT_FOUND');
  return { appProofs: appProofRecords(await readAppProofs(context, [activity.id])) };
});
