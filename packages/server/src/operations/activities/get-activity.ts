import getActivity from '@mintmark/schema/operations/activities/get-activity';
import { findVotable } from '../../activities/decision/find-votable.ts';
import { activityRecord } from '../../activities/record/activity-record.ts';
import { requireActivity } from '../../activities/record/activity-store.ts';
import { votesOn } from '../../activities/record/votes.ts';
import { answer } from '../../core/handlers/implement.ts';
import { readAppProofs } from '../../custody/proofs/app-proof-row.ts';

export default answer(getActivity, async (context, { activityId }) => {
  const { sql, organization, caller } = context;
  const row = await requireActivity(context, activityId);
  const [votes, proofs] = await Promise.all([votesOn(sql, organization, [row.id]), readAppProofs(context, [row.id])]);
  const { ids: votable } = await findVotable(context, [{ row, votes }]);
  return { activity: activityRecord(row, votes, { caller, mayVote: votable.has(row.id), proofs }) };
});
