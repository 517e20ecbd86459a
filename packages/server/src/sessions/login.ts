import { signSessionToken } from '@mintmark/stamper/tokens';
import type { ActivityContext } from '../contract/implement.ts';
import { insertSessionKey, type NewSessionKey, requireNoProfile } from './session-key.ts';

/** What every login asks for. */
export interface LoginParameters extends Pick<NewSessionKey, 'publicKey'> {
  readonly expirationSeconds?: string | undefined;
  readonly invalidateExisting?: boolean | undefined;
  readonly sessionProfileId?: string | undefined;
}

/**
 * Logs a user in: registers the session key, and describes the session in a token. Who logs in must have been proved before.
 */
export async function logIn(
  context: ActivityContext,
  userId: string,
  { publicKey, expirationSeconds, invalidateExisting, sessionProfileId }: LoginParameters,
): Promise<{ session: string }> {
  const { organization, now, services } = context;
  requireNoProfile(sessionProfileId);
  const key = await insertSessionKey(context, {
    userId,
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: `Session - ${Math.floor(now.getTime() / 1000)}`,
    publicKey,
    expirationSeconds,
    invalidateExisting,
  });
  const claims = {
    exp: Math.floor(key.expiresAt.getTime() / 1000),
    public_key: key.publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: userId,
    organization_id: organization.id,
  };
  return { session: await signSessionToken(claims, services.tokenKeys.notarizer) };
}
