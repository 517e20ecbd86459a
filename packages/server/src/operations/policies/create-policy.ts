import createPolicy from '@mintmark/schema/operations/policies/create-policy';
import { implement } from '../../core/handlers/implement.ts';
import { newPolicy } from '../../policies/new-policy.ts';
import { insertPolicies } from '../../policies/policy-row.ts';

export default implement(createPolicy, async (context, parameters) => {
  const [policyId] = await insertPolicies(context, [newPolicy(parameters, 'parameters')]);
  return { policyId: policyId as string };
});
