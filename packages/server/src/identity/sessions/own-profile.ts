import { ApiError } from '../../core/model/api-error.ts';
import type { Caller } from '../../core/model/caller.ts';

/**
 * Refuses a session that has a profile, if it asks for a session without this profile: it would rid itself of its limits. The
 * new session could otherwise do what its scope does not allow, although the scope allows the login.
 *
 * Credentials that are no sessions cannot have a profile. Whether a session may create them, or users, is for the scope alone
 * to say, as with every other activity: a profile for adding a passkey is of use. A scope that allows this allows everything, and
 * the description of create_session_profile says so.
 */
export function requireOwnProfile({ sessionProfileId }: Caller, asked: string | undefined): void {
  if (sessionProfileId !== undefined && asked?.toLowerCase() !== sessionProfileId)
    throw new ApiError('SESSION_PROFILE_REQUIRED');
}
