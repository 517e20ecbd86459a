import getPolicyEvaluations from '@mintmark/schema/operations/policies/get-policy-evaluations';
import { requireActivity } from '../../activities/record/activity-store.ts';
import { answer } from '../../core/handlers/implement.ts';
import { evaluationRecord, readEvaluations } from '../../policies/rows/policy-evaluation.ts';

export default answer(getPolicyEvaluations, async (context, { activityId }) => {
  const { id } = await requireActivity(context, activityId);
  const evaluations = await readEvaluations(context, id);
  return { policyEvaluations: evaluations.map(evaluationRecord) };
});
