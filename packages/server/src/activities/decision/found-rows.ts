import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { Head } from '../../core/audit/audit-chain.ts';
import { auditHeadsTable } from '../../core/audit/audit-heads-table.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { isOrganization, ofOrganization } from '../../core/model/of-organization.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import { type NestedRow, readNestedRow } from '../../core/tables/nested-row.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { nestedUsers, selectUsers, type UserRow } from '../../identity/users/user-record.ts';
import { binaryList } from '../../storage/store/binary-list.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import { arrayText } from '../../storage/store/statement.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import type { ActivityRequest } from './activity-request.ts';

/** Requests to an organization. */
export interface Ask {
  readonly organization: Organization;
  readonly requests: readonly ActivityRequest[];
}

/** What one statement finds about an organization and some requests to it. */
export interface FoundRows {
  /** Only if it was asked for: under the lock, locking it reads it. */
  readonly organization: OrganizationRow | undefined;
  /** The newest link of the audit chain. */
  readonly head: Head | undefined;
  /** How much the organization has stored; undefined while the rows of an older version are not counted. */
  readonly bytes: number | undefined;
  /** The callers. Throws if a tag of one of them was removed or put back in the database. */
  readonly users: () => readonly UserRow[];
  /** The existing activities that the requests are about. */
  readonly activities: readonly ActivityRow[];
  /** Whether the organization has webhook endpoints, or its parent if that is known. */
  readonly hasEndpoints: boolean;
}

interface FoundRow {
  readonly organizationId: string;
  readonly organization?: NestedRow | null;
  readonly head: NestedRow | null;
  /** As JSON. */
  readonly users: string | null;
  readonly activities: readonly NestedRow[] | null;
  readonly hasEndpoints: boolean;
}

interface FindOptions {
  readonly withOrganization: boolean;
  /** Whether the rows of a parent may be on another machine than those of its sub-organizations. */
  readonly isDistributed: boolean;
}

/** The ids of the callers of an organization's own requests. */
const ownCallers = ({ organization, requests }: Ask): string[] => [
  ...new Set(requests.flatMap(({ caller }) => (caller.organization.id === organization.id ? [caller.userId] : []))),
];

/** Finds what decides about requests, by organization: with one statement, whether they are about one organization or several. */
export async function findRows(
  { sql, services }: Pick<ReadContext, 'sql' | 'services'>,
  asks: readonly Ask[],
  options: FindOptions,
): Promise<ReadonlyMap<string, FoundRows>> {
  const [first, ...others] = asks;
  if (!first) return new Map();
  const rows = await (others.length === 0
    ? sql<FoundRow[]>`select ${columns(sql, ofOne(sql, first, options), options)}`
    : sql<FoundRow[]>`select ${columns(sql, ofSeveral(sql, first), options)} from ${listOf(sql, asks)}`);
  const found = new Map(rows.map((row) => [row.organizationId, row]));
  return new Map(
    asks.flatMap((ask) => {
      const row = found.get(ask.organization.id);
      return row ? [[ask.organization.id, foundRows(services, ask, row)]] : [];
    }),
  );
}

function foundRows(services: ReadContext['services'], ask: Ask, row: FoundRow): FoundRows {
  const { organization, head } = row;
  return {
    organization: organization ? readNestedRow<OrganizationRow>(organizationsTable, organization) : undefined,
    head: head ? readNestedRow<Head>(auditHeadsTable, head) : undefined,
    bytes: (head?.['stored'] as number | null | undefined) ?? undefined,
    users: () => nestedUsers(services.macs, ask.organization, row.users ?? '[]', ownCallers(ask)),
    activities: (row.activities ?? []).map((one) => readNestedRow<ActivityRow>(activitiesTable, one)),
    hasEndpoints: row.hasEndpoints,
  };
}

/** What differs between a statement about one organization and one about several: the conditions for their rows. */
interface Conditions {
  readonly id: Statement;
  readonly isIt: Statement;
  readonly here: Statement;
  readonly userIds: Statement;
  readonly fingerprints: Statement;
  readonly withParent: Statement;
}

const fingerprintsOf = ({ requests }: Ask) =>
  requests.map(({ fingerprint }) => `\\x${Buffer.from(fingerprint).toString('hex')}`);

function ofOne(sql: Sql, ask: Ask, { isDistributed }: FindOptions): Conditions {
  const { organization } = ask;
  const here = ofOrganization(sql, organization);
  return {
    id: sql`${organization.id}::uuid`,
    isIt: isOrganization(sql, organization),
    here,
    userIds: sql`${ownCallers(ask)}::uuid[]`,
    // The inner select hides the number of fingerprints from PostgreSQL. Otherwise it plans the statement again each time, which
    // takes far longer than running it.
    fingerprints: sql`(select ${fingerprintsOf(ask)}::bytea[])::bytea[]`,
    withParent: isDistributed ? here : sql`organization_id in (${organization.id}, ${tenantIdOf(organization)})`,
  };
}

/** All of them belong to one tenant. */
const ofSeveral = (sql: Sql, { organization }: Ask): Conditions => ({
  id: sql`asked.organization_id`,
  isIt: sql`id = asked.organization_id`,
  here: sql`organization_id = asked.organization_id`,
  userIds: sql`asked.user_ids::uuid[]`,
  fingerprints: sql`asked.fingerprints::bytea[]`,
  withParent: sql`organization_id in (asked.organization_id, ${tenantIdOf(organization)})`,
});

/** The organizations as rows, each with lists as text: PostgreSQL has no lists of lists of different lengths. */
function listOf(sql: Sql, asks: readonly Ask[]): Statement {
  const ids = asks.map(({ organization }) => organization.id);
  const userIds = asks.map((ask) => arrayText(ownCallers(ask)));
  const fingerprints = asks.map((ask) => arrayText(fingerprintsOf(ask)));
  return sql`
    unnest(
      (select ${binaryList('uuid', ids)}::uuid[]),
      (select ${binaryList('text', userIds)}::text[]),
      (select ${binaryList('text', fingerprints)}::text[])
    )
      as asked (organization_id, user_ids, fingerprints)`;
}

/** The columns of the statement. Each is one value, so that none multiplies the rows of another. */
function columns(
  sql: Sql,
  { id, isIt, here, userIds, fingerprints, withParent }: Conditions,
  { withOrganization }: FindOptions,
): Statement {
  const organization = sql`
    (select row_to_json(found) from (select * from organizations where ${isIt} and deleted_at is null) found)
      as organization,`;
  return sql`
    ${id} as organization_id,
    ${withOrganization ? organization : sql``}
    (
      select row_to_json(found) from (select *, bytes + earlier_bytes as stored from audit_heads where ${here}) found
    ) as head,
    (select json_agg(found)::text from (${selectUsers(sql, here, userIds)}) found) as users,
    (
      select json_agg(found) from (select * from activities where ${here} and fingerprint = any(${fingerprints})) found
    ) as activities,
    exists (select from webhook_endpoints where ${withParent}) as has_endpoints`;
}
