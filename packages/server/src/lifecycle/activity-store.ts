import { createHash } from 'node:crypto';
import type { RowMacs } from '../authority/row-macs.ts';
import type { Organization } from '../organization.ts';
import type { Sql, Statement, TransactionSql } from '../store/database.ts';
import type { ActivityRow } from './activity-row.ts';

/** The activity of a body, if there is one. */
export async function findByFingerprint(
  sql: Sql,
  { tenantId, id }: Organization,
  fingerprint: Uint8Array,
): Promise<ActivityRow | undefined> {
  const [row] = await sql<ActivityRow[]>`
    select * from activities
    where tenant_id = ${tenantId} and organization_id = ${id} and fingerprint = ${Buffer.from(fingerprint)}`;
  return row;
}

export const insertActivity = (sql: TransactionSql, row: ActivityRow): Statement => sql`
  insert into activities ${sql({ ...row, fingerprint: Buffer.from(row.fingerprint), body: Buffer.from(row.body) })}`;

/** What of an activity may change. */
export type ActivityChanges = Partial<
  Pick<ActivityRow, 'status' | 'result' | 'failure' | 'approvalsSince' | 'updatedAt'>
>;

export const updateActivity = (
  sql: TransactionSql,
  { tenantId, organizationId, id }: ActivityRow,
  changes: ActivityChanges & Pick<ActivityRow, 'mac'>,
): Statement => sql`
  update activities set ${sql(changes)}
  where tenant_id = ${tenantId} and organization_id = ${organizationId} and id = ${id}`;

/** The activities that this service wrote, with the bodies that they were submitted with. */
export const genuineActivities = (
  macs: RowMacs,
  rows: readonly ActivityRow[],
  { tenantId, id }: Organization,
): ActivityRow[] => macs.genuine('activities', rows, { tenantId, organizationId: id }).filter(hasItsBody);

/** Whether the body is still the one that was submitted, and approved by its fingerprint. */
export const hasItsBody = ({ body, fingerprint }: ActivityRow): boolean =>
  createHash('sha256').update(body).digest().equals(fingerprint);
