import type { Sql } from '../../storage/store/database.ts';
import type { Organization } from './organization.ts';

/**
 * How rows refer to their organization. Only this file defines it, for statements and for rows. A statement about several
 * organizations writes its own condition.
 */
export type OrganizationKey = Pick<Organization, 'id'>;

/** The condition for rows that an organization owns. Inside a subquery it applies to the rows of that subquery. */
export const ofOrganization = (sql: Sql, { id }: OrganizationKey) => sql`organization_id = ${id}`;

/** The columns by which an owned row refers to its organization. */
export const ownerColumns = ({ id }: OrganizationKey) => ({ organizationId: id });

/** The condition for the row of the organization itself. */
export const isOrganization = (sql: Sql, { id }: OrganizationKey) => sql`id = ${id}`;

/** The columns that identify the row of the organization itself. */
export const keyColumns = ({ id }: OrganizationKey) => ({ id });
