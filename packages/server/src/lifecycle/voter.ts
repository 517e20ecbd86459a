import { type Marks, markOf } from '../authority/row-macs.ts';
import type { ApiKeyRow } from '../credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../credentials/authenticator-record.ts';
import type { UserRow } from '../users/user-record.ts';

/** The user's credential with this id, if it is valid now. */
export function validCredential({ apiKeys, authenticators }: UserRow, credentialId: string, now: Date) {
  return (
    apiKeys.find(({ id, expiresAt }) => id === credentialId && (expiresAt === null || expiresAt > now)) ??
    authenticators.find(({ id }) => id === credentialId)
  );
}

/** The digests of a user and of the credential that the user used. */
export const voterMarks = (user: UserRow, credential: ApiKeyRow | AuthenticatorRow): Marks => ({
  ...markOf('users', user),
  ...('curve' in credential ? markOf('api_keys', credential) : markOf('authenticators', credential)),
});
