import { PolicyError } from '@mintmark/policy';
import { policyScopes } from '@mintmark/policy/namespaces';
import type { PolicyContext, ReadContext } from '../../core/handlers/implement.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { CompiledPolicy, PolicySet } from '../../core/ports/policy-sets.ts';
import type { Services } from '../../core/ports/services.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { policiesTable } from '../rows/policies-table.ts';
import { policiesDigest as digestOf, lengthOf, requirePolicies } from '../rows/policy-row.ts';
import { compileExpression } from './compile-expression.ts';
import { UncompiledPolicies } from './uncompiled-policies.ts';

type PolicyRow = RowOf<typeof policiesTable>;

const noPolicies: PolicySet = { policies: [], needs: new Set(), digest: 'none' };

interface PolicySetContext extends Pick<ReadContext, 'sql'>, Pick<PolicyContext, 'compiled'> {
  readonly services: Pick<Services, 'macs' | 'policySets'>;
}

/** How many characters are compiled while a connection is held: those take a few milliseconds. */
const maxCharactersWhileConnected = 20_000;

/** The policies of an organization, compiled once for each version of them. */
export async function readPolicySet(
  { sql, services, compiled }: PolicySetContext,
  organization: OrganizationRow,
): Promise<PolicySet> {
  const { policiesDigest } = organization;
  if (policiesDigest === null) return noPolicies;
  // The digest covers the ids of the organization and of its policies.
  const known = services.policySets.get(policiesDigest) ?? compiled?.get(policiesDigest);
  if (known) return known;
  const rows = await requirePolicies({ sql, services, organization });
  // Without a lock, these may be newer than the organization's row.
  const digest = digestOf(rows);
  const compile = async (inTurns: InTurns = mapInTurns) => {
    // A policy can take 10 milliseconds.
    const set = policySetOf(await inTurns(rows, compileRow), digest);
    services.policySets.set(digest, set, lengthOf(rows));
    return set;
  };
  if (!compiled || lengthOf(rows) <= maxCharactersWhileConnected) return compile();
  throw new UncompiledPolicies(digest, compile);
}

type PolicyTexts = Pick<PolicyRow, 'id' | 'name' | 'effect' | 'condition' | 'consensus' | 'time'>;

export const compilePolicySet = (rows: readonly PolicyTexts[]): PolicySet => policySetOf(rows.map(compileRow));

/** An expression compiled when it was stored, but perhaps with an earlier version of the language. */
const compileRow = ({ id, name, effect, condition, consensus, time }: PolicyTexts): CompiledPolicy => ({
  id,
  name,
  effect,
  condition: compileExpression(condition, policyScopes.condition),
  consensus: compileExpression(consensus, policyScopes.consensus),
  time: compileExpression(time, policyScopes.time),
});

/**
 * Policies with what they need.
 *
 * @param digest That of the rows, if all of them are stored.
 */
export function policySetOf(policies: readonly CompiledPolicy[], digest?: string): PolicySet {
  const needs = new Set<string>();
  for (const { condition } of policies)
    if (condition && !(condition instanceof PolicyError)) for (const name of condition.names) needs.add(name);
  return { policies, needs, digest };
}
