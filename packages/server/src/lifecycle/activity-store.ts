import type { Organization } from '../organization.ts';
import type { Sql, TransactionSql } from '../store/database.ts';
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

export async function insertActivity(sql: TransactionSql, { tenantId }: Organization, row: ActivityRow): Promise<void> {
  await sql`
    insert into activities ${sql({
      ...row,
      tenantId,
      fingerprint: Buffer.from(row.fingerprint),
      body: Buffer.from(row.body),
    })}`;
}

export async function updateActivity(
  sql: TransactionSql,
  { tenantId, id: organizationId }: Organization,
  row: ActivityRow,
  changes: Partial<Pick<ActivityRow, 'status' | 'result' | 'failure' | 'approvalsSince' | 'updatedAt'>>,
): Promise<ActivityRow> {
  await sql`
    update activities set ${sql(changes)}
    where tenant_id = ${tenantId} and organization_id = ${organizationId} and id = ${row.id}`;
  return { ...row, ...changes };
}
