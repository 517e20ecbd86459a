import deletePolicies from '@mintmark/schema/operations/policies/delete-policies';
import { distinctIds } from '../../contract/ids.ts';
import { implement } from '../../contract/implement.ts';
import { removePolicies } from '../../policies/policy-row.ts';

export default implement(deletePolicies, async (context, { policyIds }) => {
  await removePolicies(context, policyIds);
  return { policyIds: distinctIds(policyIds) };
});
