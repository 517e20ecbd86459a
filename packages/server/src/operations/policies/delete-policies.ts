import deletePolicies from '@mintmark/schema/operations/policies/delete-policies';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { removePolicies } from '../../policies/rows/policy-row.ts';

export default implement(deletePolicies, async (context, { policyIds }) => {
  await removePolicies(context, policyIds);
  return { policyIds: distinctIds(policyIds) };
});
