import listPolicies from '@mintmark/schema/operations/policies/list-policies';
import { answer } from '../../core/handlers/implement.ts';
import { policyRecord } from '../../policies/rows/policy-record.ts';
import { requirePolicies } from '../../policies/rows/policy-row.ts';

export default answer(listPolicies, async (context) => ({
  policies: (await requirePolicies(context)).toReversed().map(policyRecord),
}));
