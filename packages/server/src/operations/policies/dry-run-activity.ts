import dryRunActivity from '@mintmark/schema/operations/policies/dry-run-activity';
import { dryRun } from '../../activities/dry-run/dry-run.ts';
import { dryRunPast } from '../../activities/dry-run/dry-run-past.ts';
import { answer, type QueryContext } from '../../core/handlers/implement.ts';
import { fieldError } from '../../core/model/api-error.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import { type OrganizationRow, requireOrganization } from '../../identity/organizations/organization-row.ts';
import { type PolicyChanges, proposePolicySet } from '../../policies/sets/proposed-policies.ts';

export default answer(dryRunActivity, async (context, { request, activityId, ...given }) => {
  const { proposedPolicies = [], withoutPolicyIds = [], withValues = false } = given;
  const changes = { proposedPolicies, withoutPolicyIds };
  requireOnce(changes);
  if (request !== undefined && activityId === undefined) {
    const organization = await requireOrganization(context);
    if (isChange(changes) && context.caller.organization.id !== organization.id)
      throw fieldError('proposedPolicies', "requests of the parent's users are decided by the parent's policies");
    return dryRun(context, request, await changedPolicies(context, organization, changes));
  }
  if (activityId !== undefined && request === undefined) {
    const organization = await requireOrganization(context);
    const policies = await changedPolicies(context, organization, changes);
    return dryRunPast(context, { activityId, organization, policies, withValues });
  }
  throw fieldError('request', 'exactly one of request and activityId is required');
});

const isChange = ({ proposedPolicies, withoutPolicyIds }: PolicyChanges) =>
  proposedPolicies.length + withoutPolicyIds.length > 0;

const changedPolicies = async (
  context: QueryContext,
  organization: OrganizationRow,
  changes: PolicyChanges,
): Promise<PolicySet | undefined> => (isChange(changes) ? proposePolicySet(context, organization, changes) : undefined);

/** Refuses two changes of the same policy. */
function requireOnce({ proposedPolicies, withoutPolicyIds }: PolicyChanges): void {
  const seen = new Set(withoutPolicyIds.map((id) => id.toLowerCase()));
  for (const [index, { policyId }] of proposedPolicies.entries()) {
    if (policyId === undefined) continue;
    if (seen.has(policyId.toLowerCase()))
      throw fieldError(`proposedPolicies.${index}.policyId`, 'a policy can be replaced or left out only once');
    seen.add(policyId.toLowerCase());
  }
}
