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

export async function insertActivity(
  sql: TransactionSql,
  { tenantId, id: organizationId }: Organization,
  row: Omit<ActivityRow, 'organizationId'>,
): Promise<ActivityRow> {
  const stored = { ...row, organizationId };
  await sql`
    insert into activities ${sql({
      ...stored,
      tenantId,
      fingerprint: Buffer.from(row.fingerprint),
      body: Buffer.from(row.body),
    })}`;
  return stored;
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
