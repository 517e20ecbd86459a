import { signSessionToken } from '@mintmark/stamper/tokens';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { requireOwnProfile } from './own-profile.ts';
import { insertSessionKey, type NewSessionKey } from './session-key.ts';
import { requireSessionProfile } from './session-profile.ts';

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
  const { organization, caller, now, services } = context;
  requireOwnProfile(caller, sessionProfileId);
  const profile = sessionProfileId === undefined ? undefined : await requireSessionProfile(context, sessionProfileId);
  const key = await insertSessionKey(context, {
    userId,
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: `Session - ${Math.floor(now.getTime() / 1000)}`,
    publicKey,
    expirationSeconds,
    profile,
    invalidateExisting,
  });
  const claims = {
    exp: Math.floor(key.expiresAt.getTime() / 1000),
    public_key: key.publicKey,
    session_type: profile?.name ?? 'SESSION_TYPE_READ_WRITE',
    user_id: userId,
    organization_id: organization.id,
    ...(profile && { session_profile_id: profile.id, scope: profile.scope }),
  };
  return { session: await signSessionToken(claims, services.tokenKeys.notarizer) };
}
