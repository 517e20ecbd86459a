import getPolicyEvaluations from '@mintmark/schema/operations/policies/get-policy-evaluations';
import { answer } from '../../contract/implement.ts';
import { requireActivity } from '../../lifecycle/activity-store.ts';
import { evaluationRecord, readEvaluations } from '../../policies/policy-evaluation.ts';

export default answer(getPolicyEvaluations, async (context, { activityId }) => {
  const { id } = await requireActivity(context, activityId);
  const evaluations = await readEvaluations(context, id);
  return { policyEvaluations: evaluations.map(evaluationRecord) };
});
