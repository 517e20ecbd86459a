import { AuditChain } from '../audit/audit-chain.ts';
import { type Marks, markOf } from '../authority/row-macs.ts';
import { TamperedError } from '../authority/tampered-error.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Caller } from '../contract/caller.ts';
import { isOrganization, keyColumns, ownerColumns } from '../contract/of-organization.ts';
import type { Organization } from '../contract/organization.ts';
import type { Services } from '../contract/services.ts';
import type { ApiKeyRow } from '../credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../credentials/authenticator-record.ts';
import type { OrganizationRow } from '../organizations/organization-row.ts';
import type { TransactionSql } from '../store/database.ts';
import { readUsers, type UserRecord, type UserRow, userRecord } from '../users/user-record.ts';
import type { ActivityRow } from './activity-row.ts';
import { readHeadAndActivity } from './activity-store.ts';

/** What the decision about a request depends on, read inside its transaction. */
export interface Standing {
  readonly organization: Organization;
  /** Whether the caller is a root user now. */
  readonly isRoot: boolean;
  /** The user before the activity runs, since the activity may delete that user. */
  readonly voter: UserRecord;
  /** The existing activity with this fingerprint. */
  readonly existing: ActivityRow | undefined;
  /** Digests of the rows that decide. The audit log keeps them, to reveal a row that was replaced by an older version. */
  readonly basis: Marks;
  /** The audit chain of the organization. */
  readonly chain: AuditChain;
}

/** Whose standing is read, in which organization. */
interface Question {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly fingerprint: Uint8Array;
  readonly now: Date;
}

/**
 * Locks the organization for the rest of the transaction and reads what the decision depends on. The credential may have been
 * deleted or have expired since its stamp was verified.
 */
export async function readStanding(
  sql: TransactionSql,
  services: Pick<Services, 'macs'>,
  { organization: asked, caller, fingerprint, now }: Question,
): Promise<Standing> {
  const { macs } = services;
  // Sent together, run in order: the later statements see everything that was committed before the first one got its lock.
  // `execute` sends it first: otherwise the statements that the functions await would be sent before it.
  const [organizations, [user], { head, existing }] = await Promise.all([
    sql<OrganizationRow[]>`
      select * from organizations
      where ${isOrganization(sql, asked)} and deleted_at is null
      for no key update`.execute(),
    readUsers({ sql, services, organization: caller.organization }, [caller.userId]),
    readHeadAndActivity(sql, asked, fingerprint),
  ]);
  const [organization] = macs.genuine('organizations', organizations, { ...keyColumns(asked), deletedAt: null });
  if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND');
  const credential = user && liveCredential(user, caller.credentialId, now);
  if (!credential) throw new ApiError('PUBLIC_KEY_NOT_FOUND');
  const asksFor = { ...ownerColumns(asked), fingerprint };
  if (existing && macs.genuine('activities', [existing], asksFor).length === 0)
    throw new TamperedError(`activity ${existing.id} was changed outside of this service`);
  const chain = AuditChain.continue(sql, macs, organization, head);
  const basis = { ...markOf('organizations', organization), ...voterMarks(user, credential) };
  return { organization, isRoot: user.isRoot, voter: userRecord(user), existing, basis, chain };
}

/** The digests of a user and of the credential that the user used. */
export const voterMarks = (user: UserRow, credential: ApiKeyRow | AuthenticatorRow): Marks => ({
  ...markOf('users', user),
  ...('curve' in credential ? markOf('api_keys', credential) : markOf('authenticators', credential)),
});

/** The user's credential with this id, if it is valid now. */
export function liveCredential({ apiKeys, authenticators }: UserRow, credentialId: string, now: Date) {
  return (
    apiKeys.find(({ id, expiresAt }) => id === credentialId && (expiresAt === null || expiresAt > now)) ??
    authenticators.find(({ id }) => id === credentialId)
  );
}
