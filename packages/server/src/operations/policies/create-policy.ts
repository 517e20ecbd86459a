import createPolicy from '@mintmark/schema/operations/policies/create-policy';
import { implement } from '../../core/handlers/implement.ts';
import { insertPolicies } from '../../policies/rows/policy-row.ts';
import { newPolicy } from '../../policies/sets/new-policy.ts';

export default implement(createPolicy, async (context, parameters) => {
  const [policyId] = await insertPolicies(context, [newPolicy(parameters, 'parameters')]);
  return { policyId: policyId as string };
});
