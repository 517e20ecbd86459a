import getActivity from '@mintmark/schema/operations/activities/get-activity';
import { ApiError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import { ofOrganization } from '../../contract/of-organization.ts';
import { activityRecord } from '../../lifecycle/activity-record.ts';
import type { ActivityRow } from '../../lifecycle/activity-row.ts';
import { genuineActivities } from '../../lifecycle/activity-store.ts';
import { findVotable } from '../../lifecycle/find-votable.ts';
import { votesOn } from '../../lifecycle/votes.ts';
import { readAppProofs } from '../../proofs/app-proof-row.ts';

export default answer(getActivity, async (context, { activityId }) => {
  const { sql, organization, caller, services } = context;
  const rows = await sql<ActivityRow[]>`
    select * from activities
    where ${ofOrganization(sql, organization)} and id = ${activityId}`;
  const [row] = genuineActivities(services.macs, rows, organization);
  if (!row) throw new ApiError('ACTIVITY_NOT_FOUND');
  const [votes, proofs] = await Promise.all([votesOn(sql, organization, [row.id]), readAppProofs(context, [row.id])]);
  const votable = await findVotable(context, [{ row, votes }]);
  return { activity: activityRecord(row, votes, { caller, mayVote: votable.has(row.id), proofs }) };
});
