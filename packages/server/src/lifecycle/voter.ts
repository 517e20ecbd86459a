import { type Marks, markOf } from '../authority/row-macs.ts';
import type { Caller } from '../contract/caller.ts';
import type { ApiKeyRow } from '../credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../credentials/authenticator-record.ts';
import { otpTypes } from '../passcodes/otp-types.ts';
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

/** The digests of a caller and of what the caller proved, if that still holds. */
export function callerMarks(user: UserRow, caller: Caller, now: Date): Marks | undefined {
  const { credentialId, attestation } = caller;
  if (attestation?.identity) {
    const link = user.oauthProviders.find(({ id }) => id === credentialId);
    return link && { ...markOf('users', user), ...markOf('oauth_providers', link) };
  }
  if (attestation) {
    const { contact, verification_type: type } = attestation.claims;
    return user[otpTypes[type].contact] === contact ? markOf('users', user) : undefined;
  }
  const credential = validCredential(user, credentialId, now);
  return credential && voterMarks(user, credential);
}
