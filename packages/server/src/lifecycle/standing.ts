import { ApiError } from '../api-error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Organization } from '../organization.ts';
import { readUsers, type UserRecord, type UserRow, userRecord } from '../records/user-record.ts';
import type { TransactionSql } from '../store/database.ts';
import type { ActivityRow } from './activity-row.ts';
import { findByFingerprint } from './activity-store.ts';

/** What decides about a request, read inside of its transaction. */
export interface Standing {
  readonly organization: Organization;
  /** Whether the caller is a root user now. */
  readonly isRoot: boolean;
  /** The user as it is now, before anything is carried out: it may be about to delete itself. */
  readonly voter: UserRecord;
  /** The activity that the fingerprint already has. */
  readonly existing: ActivityRow | undefined;
}

/**
 * Takes the organization for the rest of the transaction and reads what decides about the request. Between the check of a stamp
 * and now, its credential may have ended.
 */
export async function readStanding(
  sql: TransactionSql,
  { tenantId, id }: Organization,
  caller: Caller,
  fingerprint: Uint8Array,
  now: Date,
): Promise<Standing> {
  // Sent together, run one after the other: each sees what was committed before the first had its lock. It is first by its
  // `execute`: a statement that is awaited inside of a function is sent before those that Promise.all has yet to ask for.
  const [[organization], [user], existing] = await Promise.all([
    sql<Organization[]>`
      select tenant_id, id, parent_id, name, root_threshold from organizations
      where tenant_id = ${tenantId} and id = ${id} and deleted_at is null
      for no key update`.execute(),
    readUsers(sql, caller.organization, [caller.userId]),
    findByFingerprint(sql, { tenantId, id } as Organization, fingerprint),
  ]);
  if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND');
  if (!user || !hasCredential(user, caller.credentialId, now))
    throw new ApiError('PUBLIC_KEY_NOT_FOUND', 'the credential was deleted meanwhile');
  return { organization, isRoot: user.isRoot, voter: userRecord(user), existing };
}

function hasCredential({ apiKeys, authenticators }: UserRow, credentialId: string, now: Date): boolean {
  return (
    apiKeys.some(({ id, expiresAt }) => id === credentialId && (expiresAt === null || expiresAt > now)) ||
    authenticators.some(({ id }) => id === credentialId)
  );
}
