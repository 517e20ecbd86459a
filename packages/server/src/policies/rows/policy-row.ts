import { hash } from 'node:crypto';
import { type Authenticated, rowMark } from '../../core/authority/row-macs.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds, uuidv7Series } from '../../core/model/ids.ts';
import { isOrganization, keyColumns, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { policiesTable } from './policies-table.ts';

type Policy = RowOf<typeof policiesTable>;

export type PolicyRow = Authenticated<Policy>;

/** What the members of a request decide about a policy. */
export type PolicyContents = Pick<Policy, 'name' | 'effect' | 'condition' | 'consensus' | 'time' | 'notes'>;

const maxPolicies = 100;
/** How many characters all expressions have together in an organization that an anonymous sign-up made: each takes memory once it is compiled. */
const maxCharactersOfSignUp = 100_000;

/** A digest of all policies of an organization, in any order. */
export const policiesDigest = (policies: readonly Policy[]): string =>
  hash(
    'sha256',
    policies
      .map((policy) => rowMark(policiesTable, policy))
      .toSorted()
      .join('\n'),
    'base64url',
  );

interface OrganizationColumns {
  readonly parentId: string | null;
  readonly organizationName: string;
  readonly rootThreshold: number;
  readonly policiesDigest: string | null;
  readonly source: string | null;
  readonly deletedAt: Date | null;
  readonly organizationMac: string;
}

/**
 * All policies of an organization, oldest first. Fails if one was removed, changed or replaced with an older version in the
 * database: without a DENY policy, more would be allowed.
 */
export async function requirePolicies({ sql, organization, services: { macs } }: ReadContext): Promise<PolicyRow[]> {
  // One statement, so that digest and policies are of the same moment even without a lock.
  const rows = await sql<(OrganizationColumns & (PolicyRow | { readonly id: null }))[]>`
    select organizations.parent_id, organizations.name as organization_name, organizations.root_threshold,
      organizations.policies_digest, organizations.source, organizations.deleted_at,
      organizations.mac as organization_mac, policies.*
    from (select * from organizations where ${isOrganization(sql, organization)}) organizations
    left join (select * from policies where ${ofOrganization(sql, organization)}) policies on true
    order by policies.created_at, policies.id`;
  const [first] = rows;
  if (!first) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const { parentId, organizationName: name, rootThreshold, policiesDigest: digest, source, deletedAt } = first;
  const key = keyColumns(organization);
  const covered = { ...key, parentId, name, rootThreshold, policiesDigest: digest, source, deletedAt };
  const row = { ...covered, mac: first.organizationMac };
  if (!macs.isGenuine(organizationsTable, row)) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const policies = macs.genuine(policiesTable, rows.flatMap(policyOf), ownerColumns(organization));
  if (digest === null ? policies.length > 0 : policiesDigest(policies) !== digest)
    throw new TamperedError('a policy was changed outside of this service');
  return policies;
}

/** The policy in a row of the statement, without the columns of the organization. */
function policyOf(row: OrganizationColumns & (PolicyRow | { readonly id: null })): PolicyRow[] {
  if (row.id === null) return [];
  const { parentId, organizationName, rootThreshold, policiesDigest, source, deletedAt, organizationMac, ...policy } =
    row;
  return [policy];
}

/** Some of the policies, and refuses ids that are not among them. */
export function policiesWithIds<P extends Pick<Policy, 'id'>>(policies: readonly P[], ids: readonly string[]): P[] {
  const asked = new Set(distinctIds(ids));
  const found = policies.filter(({ id }) => asked.has(id));
  if (found.length < asked.size) throw new ApiError('RESOURCE_NOT_FOUND', 'no such policy');
  return found;
}

/** The same for one policy. */
export const policyWithId = (policies: readonly PolicyRow[], id: string): PolicyRow =>
  policiesWithIds(policies, [id])[0] as PolicyRow;

/** Stores new policies, and returns their ids in the order given. */
export async function insertPolicies(context: ChangeContext, added: readonly PolicyContents[]): Promise<string[]> {
  const { sql, organization, now, writer } = context;
  const policies: readonly Policy[] = await requirePolicies(context);
  const ids = uuidv7Series(now, added.length);
  const rows = added.map((contents, index) => ({
    ...ownerColumns(organization),
    id: ids[index] as string,
    ...contents,
    createdAt: now,
    updatedAt: now,
  }));
  const all = [...policies, ...rows];
  requireSound(all);
  requireShort(organization, all);
  await sql`insert into policies ${sql(rows.map((row) => writer.sealed(policiesTable, row)))}`;
  await writeDigest(context, all);
  return ids;
}

/** Changes one of the policies of the organization. */
export async function changePolicy(
  context: ChangeContext,
  policies: readonly PolicyRow[],
  changed: PolicyRow,
  contents: PolicyContents,
): Promise<void> {
  const changes = { ...contents, updatedAt: context.now };
  const all = policies.map((policy) => (policy === changed ? { ...policy, ...changes } : policy));
  requireDistinctNames(all);
  requireShort(context.organization, all);
  await context.writer.change(policiesTable, [changed], changes);
  await writeDigest(context, all);
}

/** Removes policies of the organization, and refuses ids that are not among them. */
export async function removePolicies(context: ChangeContext, ids: readonly string[]): Promise<void> {
  const policies = await requirePolicies(context);
  const removed = policiesWithIds(policies, ids);
  await context.writer.remove(policiesTable, removed);
  await writeDigest(
    context,
    policies.filter((policy) => !removed.includes(policy)),
  );
}

/** Refuses policies that an organization cannot have together: too many, or two with the same name. */
export function requireSound(policies: readonly Pick<Policy, 'name'>[]): void {
  requireDistinctNames(policies);
  if (policies.length > maxPolicies)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `this organization can have at most ${maxPolicies} policies`);
}

function requireShort({ source }: Pick<Organization, 'source'>, policies: readonly PolicyTexts[]): void {
  if (source !== null && lengthOf(policies) > maxCharactersOfSignUp)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `the policies of this organization can have at most ${maxCharactersOfSignUp} characters`,
    );
}

type PolicyTexts = Pick<Policy, 'condition' | 'consensus' | 'time'>;

/** How many characters the expressions have: a measure of the memory that they take. */
export const lengthOf = (rows: readonly PolicyTexts[]): number =>
  rows.reduce((sum, { condition, consensus, time }) => sum + condition.length + consensus.length + time.length, 0);

function requireDistinctNames(policies: readonly Pick<Policy, 'name'>[]): void {
  if (new Set(policies.map(({ name }) => name)).size < policies.length)
    // Clients recognise the first words.
    throw new ApiError('ALREADY_EXISTS', 'policy label must be unique: a policy with this name already exists');
}

async function writeDigest(context: ChangeContext, policies: readonly Policy[]): Promise<void> {
  const organization = await requireOrganization(context);
  const changes = { policiesDigest: policiesDigest(policies), updatedAt: context.now };
  await context.writer.change(organizationsTable, [organization], changes);
}
