import getActivity from '@mintmark/schema/operations/activities/get-activity';
import { answer } from '../../contract/implement.ts';
import { readAppProofs } from '../../custody/proofs/app-proof-row.ts';
import { activityRecord } from '../../lifecycle/activity-record.ts';
import { requireActivity } from '../../lifecycle/activity-store.ts';
import { findVotable } from '../../lifecycle/find-votable.ts';
import { votesOn } from '../../lifecycle/votes.ts';

export default answer(getActivity, async (context, { activityId }) => {
  const { sql, organization, caller } = context;
  const row = await requireActivity(context, activityId);
  const [votes, proofs] = await Promise.all([votesOn(sql, organization, [row.id]), readAppProofs(context, [row.id])]);
  const { ids: votable } = await findVotable(context, [{ row, votes }]);
  return { activity: activityRecord(row, votes, { caller, mayVote: votable.has(row.id), proofs }) };
});
