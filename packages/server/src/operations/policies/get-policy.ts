import getPolicy from '@mintmark/schema/operations/policies/get-policy';
import { answer } from '../../core/handlers/implement.ts';
import { policyRecord } from '../../policies/rows/policy-record.ts';
import { policyWithId, requirePolicies } from '../../policies/rows/policy-row.ts';

export default answer(getPolicy, async (context, { policyId }) => ({
  policy: policyRecord(policyWithId(await requirePolicies(context), policyId)),
}));
