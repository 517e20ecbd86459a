import { type Marks, markOf } from '../../core/authority/row-macs.ts';
import type { Caller } from '../../core/model/caller.ts';
import type { Memo } from '../../core/model/memo.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { oauthProvidersTable } from '../../identity/credentials/oauth-providers-table.ts';
import { otpTypes } from '../../identity/passcodes/otp-types.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';

type CredentialRow = ApiKeyRow | AuthenticatorRow;

/** A user whose approval counts now. */
export interface Approver {
  readonly user: UserRow;
  /** What the user stamped with; undefined if a token proved who it is. */
  readonly credential: CredentialRow | undefined;
  /** The digests of the rows that prove it. */
  readonly marks: (reads?: Memo) => Marks;
}

/** The user's credential with this id, if it is valid now. */
const validCredential = ({ apiKeys, authenticators }: UserRow, credentialId: string, now: Date) =>
  apiKeys.find(({ id, expiresAt }) => id === credentialId && (expiresAt === null || expiresAt > now)) ??
  authenticators.find(({ id }) => id === credentialId);

/** The credentials of a user that are valid now. */
export const validCredentials = ({ apiKeys, authenticators }: UserRow, now: Date): CredentialRow[] => [
  ...apiKeys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
  ...authenticators,
];

/** A user who stamps with a credential, if that is valid now. */
export function approverWith(
  user: UserRow,
  credentialId: string,
  now: Date,
): (Approver & { readonly credential: CredentialRow }) | undefined {
  const credential = validCredential(user, credentialId, now);
  if (!credential) return undefined;
  const mark = (reads?: Memo) =>
    'curve' in credential ? markOf(apiKeysTable, credential, reads) : markOf(authenticatorsTable, credential, reads);
  return { user, credential, marks: (reads) => ({ ...markOf(usersTable, user, reads), ...mark(reads) }) };
}

/** The caller, if what the caller proved still holds. */
export function callingApprover(user: UserRow, caller: Caller, now: Date): Approver | undefined {
  const { credentialId, attestation } = caller;
  if (!attestation) return approverWith(user, credentialId, now);
  const marks = attestedMarks(user, credentialId, attestation);
  return marks && { user, credential: undefined, marks };
}

function attestedMarks(
  user: UserRow,
  credentialId: string,
  { identity, claims }: NonNullable<Caller['attestation']>,
): Approver['marks'] | undefined {
  const ofUser = (reads?: Memo) => markOf(usersTable, user, reads);
  if (identity) {
    const link = user.oauthProviders.find(({ id }) => id === credentialId);
    return link && ((reads) => ({ ...ofUser(reads), ...markOf(oauthProvidersTable, link, reads) }));
  }
  const { contact, verification_type: type } = claims;
  return user[otpTypes[type].contact] === contact ? ofUser : undefined;
}
