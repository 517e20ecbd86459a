import updatePolicy from '@mintmark/schema/operations/policies/update-policy';
import { implement } from '../../core/handlers/implement.ts';
import { changePolicy, policyWithId, requirePolicies } from '../../policies/rows/policy-row.ts';
import { compilePolicy } from '../../policies/sets/compile-policy.ts';

const fields = {
  condition: 'parameters.policyCondition',
  consensus: 'parameters.policyConsensus',
  time: 'parameters.time',
};

export default implement(updatePolicy, async (context, parameters) => {
  const policies = await requirePolicies(context);
  const policy = policyWithId(policies, parameters.policyId);
  const contents = {
    name: parameters.policyName ?? policy.name,
    effect: parameters.policyEffect ?? policy.effect,
    condition: parameters.policyCondition ?? policy.condition,
    consensus: parameters.policyConsensus ?? policy.consensus,
    time: parameters.time ?? policy.time,
    notes: parameters.policyNotes ?? policy.notes,
  };
  compilePolicy(contents, fields);
  await changePolicy(context, policies, policy, contents);
  return { policyId: policy.id };
});
