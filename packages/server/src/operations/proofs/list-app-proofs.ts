import listAppProofs from '@mintmark/schema/operations/proofs/list-app-proofs';
import { ApiError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import { ofOrganization } from '../../contract/of-organization.ts';
import { appProofRecords, readAppProofs } from '../../custody/proofs/app-proof-row.ts';
import type { ActivityRow } from '../../lifecycle/activity-row.ts';
import { genuineActivities } from '../../lifecycle/activity-store.ts';

export default answer(listAppProofs, async (context, { activityId }) => {
  const { sql, organization, services } = context;
  const rows = await sql<ActivityRow[]>`
    select * from activities
    where ${ofOrganization(sql, organization)} and id = ${activityId}`;
  const [activity] = genuineActivities(services.macs, rows, organization);
  if (!activity) throw new ApiError('ACTIVITY_NOT_FOUND');
  return { appProofs: appProofRecords(await readAppProofs(context, [activity.id])) };
});
