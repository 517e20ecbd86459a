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

export const insertActivity = (sql: TransactionSql, { tenantId }: Organization, row: ActivityRow): Statement => sql`
  insert into activities ${sql({
    ...row,
    tenantId,
    fingerprint: Buffer.from(row.fingerprint),
    body: Buffer.from(row.body),
  })}`;

/** What of an activity may change. */
export type ActivityChanges = Partial<
  Pick<ActivityRow, 'status' | 'result' | 'failure' | 'approvalsSince' | 'updatedAt'>
>;

export const updateActivity = (
  sql: TransactionSql,
  { tenantId, id: organizationId }: Organization,
  { id }: ActivityRow,
  changes: ActivityChanges,
): Statement => sql`
  update activities set ${sql(changes)}
  where tenant_id = ${tenantId} and organization_id = ${organizationId} and id = ${id}`;
