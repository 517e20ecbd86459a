import type { ProposedPolicy } from '@mintmark/schema/fields/policies/dry-run';
import { noPolicyId } from '@mintmark/schema/fields/policies/dry-run';
import type { z } from 'zod';
import type { PolicyContext } from '../../core/handlers/implement.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { CompiledPolicy, PolicySet } from '../../core/ports/policy-sets.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { policiesWithIds, requireSound } from '../rows/policy-row.ts';
import { compilePolicy } from './compile-policy.ts';
import { policySetOf, readPolicySet } from './policy-set.ts';

/** Changes to the policies of an organization that are not stored. */
export interface PolicyChanges {
  readonly proposedPolicies: readonly z.output<typeof ProposedPolicy>[];
  readonly withoutPolicyIds: readonly string[];
}

/** The policies of an organization as if changes to them had been stored. What could not be stored is refused. */
export async function proposePolicySet(
  context: PolicyContext,
  organization: OrganizationRow,
  { proposedPolicies, withoutPolicyIds }: PolicyChanges,
): Promise<PolicySet> {
  // A policy can take 10 milliseconds.
  const proposed = await mapInTurns([...proposedPolicies.entries()], compileProposed);
  const { policies: stored } = await readPolicySet(context, organization);
  const removed = policiesWithIds(stored, withoutPolicyIds);
  const ids = proposedPolicies.map(({ policyId }) => policyId?.toLowerCase());
  policiesWithIds(
    stored,
    ids.filter((id) => id !== undefined),
  );
  const policies = [
    ...stored.filter((one) => !removed.includes(one)).map((one) => proposed[ids.indexOf(one.id)] ?? one),
    ...proposed.filter((_, index) => ids[index] === undefined),
  ];
  requireSound(policies);
  return policySetOf(policies);
}

function compileProposed([index, policy]: readonly [number, z.output<typeof ProposedPolicy>]): CompiledPolicy {
  const { policyId, policyName: name, effect, condition = '', consensus = '', time = '' } = policy;
  const place = `proposedPolicies.${index}`;
  const fields = { condition: `${place}.condition`, consensus: `${place}.consensus`, time: `${place}.time` };
  const compiled = compilePolicy({ condition, consensus, time }, fields);
  return { id: policyId?.toLowerCase() ?? noPolicyId, proposedIndex: index, name, effect, ...compiled };
}
