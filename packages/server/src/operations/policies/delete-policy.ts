import deletePolicy from '@mintmark/schema/operations/policies/delete-policy';
import { implement } from '../../core/handlers/implement.ts';
import { removePolicies } from '../../policies/rows/policy-row.ts';

export default implement(deletePolicy, async (context, { policyId }) => {
  await removePolicies(context, [policyId]);
  return { policyId: policyId.toLowerCase() };
});
