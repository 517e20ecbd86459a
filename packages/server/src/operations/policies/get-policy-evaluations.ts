import getPolicyEvaluations from '@mintmark/schema/operations/policies/get-policy-evaluations';
import { ApiError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import { ofOrganization } from '../../contract/of-organization.ts';
import type { ActivityRow } from '../../lifecycle/activity-row.ts';
import { genuineActivities } from '../../lifecycle/activity-store.ts';
import { evaluationRecord, readEvaluations } from '../../policies/policy-evaluation.ts';

export default answer(getPolicyEvaluations, async (context, { activityId }) => {
  const { sql, organization, services } = context;
  const rows = await sql<ActivityRow[]>`
    select * from activities
    where ${ofOrganization(sql, organization)} and id = ${activityId}`;
  if (genuineActivities(services.macs, rows, organization).length === 0) throw new ApiError('ACTIVITY_NOT_FOUND');
  const evaluations = await readEvaluations(context, activityId);
  return { policyEvaluations: evaluations.map(evaluationRecord) };
});
