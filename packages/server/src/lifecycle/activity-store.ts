import { createHash } from 'node:crypto';
import type { Head } from '../audit/audit-chain.ts';
import type { RowMacs } from '../authority/row-macs.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import type { Organization } from '../contract/organization.ts';
import type { Sql, Statement, TransactionSql } from '../store/database.ts';
import type { ActivityRow } from './activity-row.ts';

/** The newest link of an organization's chain, and the activity with this fingerprint, if there is one. */
export async function readHeadAndActivity(
  sql: Sql,
  organization: Organization,
  fingerprint: Uint8Array,
): Promise<{ readonly head: Head | undefined; readonly existing: ActivityRow | undefined }> {
  const here = ofOrganization(sql, organization);
  // One statement: every activity runs it while it holds the organization's lock.
  const [row] = await sql<(ActivityRow & { headSequence: bigint; headHash: Uint8Array; headMac: string })[]>`
    select heads.sequence as head_sequence, heads.hash as head_hash, heads.mac as head_mac, activities.*
    from (select * from audit_heads where ${here}) heads
    left join (select * from activities where ${here} and fingerprint = ${Buffer.from(fingerprint)}) activities on true`;
  if (!row) return { head: undefined, existing: undefined };
  const { headSequence: sequence, headHash: hash, headMac: mac, ...activity } = row;
  const head = { ...ownerColumns(organization), sequence, hash, mac };
  return { head, existing: activity.id === null ? undefined : activity };
}

export const insertActivity = (sql: TransactionSql, row: ActivityRow): Statement => sql`
  insert into activities ${sql({ ...row, fingerprint: Buffer.from(row.fingerprint), body: Buffer.from(row.body) })}`;

/** The columns of an activity that may change. */
export type ActivityChanges = Partial<
  Pick<ActivityRow, 'status' | 'result' | 'failure' | 'approvalsSince' | 'updatedAt'>
>;

export const updateActivity = (
  sql: TransactionSql,
  { organizationId, id }: ActivityRow,
  changes: ActivityChanges & Pick<ActivityRow, 'mac'>,
): Statement => sql`
  update activities set ${sql(changes)}
  where ${ofOrganization(sql, { id: organizationId })} and id = ${id}`;

/** The activities that this service wrote and whose bodies match their fingerprints. */
export const genuineActivities = (
  macs: RowMacs,
  rows: readonly ActivityRow[],
  organization: Organization,
): ActivityRow[] => macs.genuine('activities', rows, ownerColumns(organization)).filter(hasItsBody);

/** Whether the body is still the one that was submitted: approvals name only its fingerprint. */
export const hasItsBody = ({ body, fingerprint }: ActivityRow): boolean =>
  createHash('sha256').update(body).digest().equals(fingerprint);
