import createPolicies from '@mintmark/schema/operations/policies/create-policies';
import { implement } from '../../core/handlers/implement.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import { insertPolicies } from '../../policies/rows/policy-row.ts';
import { newPolicy } from '../../policies/sets/new-policy.ts';

export default implement(createPolicies, async (context, { policies }) => ({
  policyIds: await insertPolicies(
    context,
    await mapInTurns([...policies.entries()], ([index, policy]) => newPolicy(policy, `parameters.policies.${index}`)),
  ),
}));
