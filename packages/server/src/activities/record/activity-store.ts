import { createHash } from 'node:crypto';
import { activitiesTable } from '../../core/audit/activities-table.ts';
import type { Head } from '../../core/audit/audit-chain.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Sql, Statement, TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRow } from './activity-row.ts';

/** What is stored about an organization and some requests to it. */
interface Stored {
  readonly head: Head | undefined;
  /** How much the organization has stored; undefined while the rows of an older version are not counted. */
  readonly bytes: number | undefined;
  readonly activities: readonly ActivityRow[];
  /** Whether the organization has webhook endpoints. */
  readonly hasEndpoints: boolean;
}

/** The columns of the statement that are the same in all of its rows. */
interface HeadColumns {
  readonly headSequence: bigint;
  readonly headHash: Uint8Array;
  readonly headMac: string;
  readonly headBytes: bigint | null;
  readonly hasEndpoints: boolean;
}

/** The newest link of an organization's chain, and the existing activities with these fingerprints. */
export async function readHeadAndActivities(
  sql: Sql,
  organization: Organization,
  fingerprints: readonly Uint8Array[],
): Promise<Stored> {
  const here = ofOrganization(sql, organization);
  const asked = fingerprints.map((fingerprint) => `\\x${Buffer.from(fingerprint).toString('hex')}`);
  // One statement: every activity runs it while it holds the organization's lock. The inner select hides the number of
  // fingerprints from PostgreSQL. Otherwise it plans the statement again each time, which takes far longer than running it.
  const rows = await sql<(ActivityRow & HeadColumns)[]>`
    select heads.sequence as head_sequence, heads.hash as head_hash, heads.mac as head_mac,
      heads.bytes + heads.earlier_bytes as head_bytes,
      exists (select from webhook_endpoints where ${here}) as has_endpoints, activities.*
    from (select * from audit_heads where ${here}) heads
    left join (
      select * from activities where ${here} and fingerprint = any((select ${asked}::bytea[])::bytea[])
    ) activities on true`;
  const [first] = rows;
  if (!first) return { head: undefined, bytes: undefined, activities: [], hasEndpoints: false };
  const { headSequence: sequence, headHash: hash, headMac: mac, headBytes, hasEndpoints } = first;
  const activities = rows.flatMap(({ headSequence, headHash, headMac, headBytes: _, hasEndpoints: __, ...row }) =>
    row.id === null ? [] : [row],
  );
  const bytes = headBytes === null ? undefined : Number(headBytes);
  return { head: { ...ownerColumns(organization), sequence, hash, mac }, bytes, activities, hasEndpoints };
}

export const insertActivities = (sql: TransactionSql, rows: readonly ActivityRow[]): Statement => sql`
  insert into activities ${sql(
    rows.map((row) => ({ ...row, fingerprint: Buffer.from(row.fingerprint), body: Buffer.from(row.body) })),
  )}`;

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
