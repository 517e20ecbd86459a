import type { auditHeadsTable } from '../../core/audit/audit-heads-table.ts';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import type { OrganizationRow } from './organization-row.ts';

/*
 * The statements that ask several organizations. On a distributed database they go to all machines, so nothing that happens
 * often may use them.
 */

/** A part of a list in the order of ids. */
interface Part {
  readonly max: number;
  /** The last id of the part before. */
  readonly after?: string | undefined;
}

/** Whether there is an organization at all, whoever wrote its row. */
export async function hasOrganizations(sql: Sql): Promise<boolean> {
  return (await sql`select from organizations limit 1`).length > 0;
}

/** All organizations. */
export const allOrganizations = (sql: Sql, { max, after }: Part) => sql<OrganizationRow[]>`
  select * from organizations ${after === undefined ? sql`` : sql`where id > ${after}`} order by id limit ${max}`;

/** The organizations at the top, oldest first. */
export const topOrganizations = (sql: Sql, { max, after }: Part) => sql<OrganizationRow[]>`
  select * from organizations
  where parent_id is null ${after === undefined ? sql`` : sql`and id > ${after}`}
  order by id limit ${max}`;

/** The sub-organizations of an organization, oldest first. */
export const subOrganizations = (sql: Sql, parentId: string, { max, after }: Part) => sql<OrganizationRow[]>`
  select * from organizations
  where parent_id = ${parentId} ${after === undefined ? sql`` : sql`and id > ${after}`}
  order by id limit ${max}`;

/** The organizations with these ids, newest first. */
export const organizationsWithIds = (sql: Sql, ids: readonly string[]) => sql<OrganizationRow[]>`
  select * from organizations where id = any(${[...ids]}::uuid[]) order by id desc`;

/** The organizations whose users have tags. */
export const organizationsWithUserTags = (sql: Sql, { max, after }: Part) => sql<{ organizationId: string }[]>`
  select distinct organization_id from user_tags
  ${after === undefined ? sql`` : sql`where organization_id > ${after}`}
  order by organization_id limit ${max}`;

type HeadRow = Authenticated<RowOf<typeof auditHeadsTable>>;

/** The newest link of every chain. */
export const allHeads = (sql: Sql, { max, after }: Part): Statement<HeadRow[]> => sql<HeadRow[]>`
  select * from audit_heads
  ${after === undefined ? sql`` : sql`where organization_id > ${after}`}
  order by organization_id limit ${max}`;

/** What some organizations have stored; an organization of an older version only since the upgrade, until it is counted. */
export const storedByOrganizations = (sql: Sql, ids: readonly string[]) => sql<
  { organizationId: string; bytes: bigint; isCounted: boolean }[]
>`
  select organization_id, bytes + coalesce(earlier_bytes, 0) as bytes, earlier_bytes is not null as is_counted
  from audit_heads where organization_id = any(${[...ids]}::uuid[])`;

/** What all tenants have stored. */
export const storedByTenants = (sql: Sql) => sql<{ organizationId: string; bytes: bigint }[]>`
  select organization_id, bytes from storage_totals`;
