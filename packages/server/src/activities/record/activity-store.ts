import { createHash } from 'node:crypto';
import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Statement, TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRow } from './activity-row.ts';

/** Stores the columns of an activity that may change. */
export const updateActivity = (
  sql: TransactionSql,
  { organizationId, id, status, result, failure, approvalsSince, updatedAt, mac }: ActivityRow,
): Statement => sql`
  update activities set ${sql({ status, result, failure, approvalsSince, updatedAt, mac })}
  where ${ofOrganization(sql, { id: organizationId })} and id = ${id}`;

/** The activities that this service wrote and whose bodies match their fingerprints. */
export const genuineActivities = (
  macs: RowMacs,
  rows: readonly ActivityRow[],
  organization: Organization,
): ActivityRow[] => macs.genuine(activitiesTable, rows, ownerColumns(organization)).filter(hasItsBody);

/** Whether the body is still the one that was submitted: approvals name only its fingerprint. */
export const hasItsBody = ({ body, fingerprint }: ActivityRow): boolean =>
  createHash('sha256').update(body).digest().equals(fingerprint);

/** The activity with this id, or a refusal. */
export const requireActivity = (context: ReadContext, activityId: string): Promise<ActivityRow> =>
  requireOne(context, context.sql`id = ${activityId}`);

/** The activity with this fingerprint, as requests write it, or a refusal. */
export const requireActivityByFingerprint = (context: ReadContext, fingerprint: string): Promise<ActivityRow> =>
  requireOne(context, context.sql`fingerprint = ${Buffer.from(fingerprint.slice('sha256:'.length), 'hex')}`);

async function requireOne(
  { sql, organization, services: { macs } }: ReadContext,
  isIt: Statement,
): Promise<ActivityRow> {
  const rows = await sql<ActivityRow[]>`
    select * from activities where ${ofOrganization(sql, organization)} and ${isIt}`;
  const [row] = genuineActivities(macs, rows, organization);
  if (!row) throw new ApiError('ACTIVITY_NOT_FOUND');
  return row;
}
