import type { Sql } from '../store/database.ts';
import type { Organization } from './organization.ts';

/**
 * How rows name their organization: the only file that says so, in statements and in rows. A statement about all organizations
 * of a tenant says that itself.
 */
export type OrganizationKey = Pick<Organization, 'tenantId' | 'id'>;

/** The condition for rows that an organization owns. Inside a subquery it is about the rows of that subquery. */
export const ofOrganization = (sql: Sql, { tenantId, id }: OrganizationKey) =>
  sql`tenant_id = ${tenantId} and organization_id = ${id}`;

/** The columns by which a row that an organization owns names it. */
export const ownerColumns = ({ tenantId, id }: OrganizationKey) => ({ tenantId, organizationId: id });

/** The condition for the row of the organization itself. */
export const isOrganization = (sql: Sql, { tenantId, id }: OrganizationKey) =>
  sql`tenant_id = ${tenantId} and id = ${id}`;

/** The columns that name the row of the organization itself. */
export const keyColumns = ({ tenantId, id }: OrganizationKey) => ({ tenantId, id });
