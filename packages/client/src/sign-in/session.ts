import type { ClientOptions } from '../core.ts';
import { type Client, createClient } from '../create-client.ts';
import type { Stamper } from '../signed-request.ts';
import { readToken } from './read-token.ts';
import type { StoredKey } from './session-store.ts';

/** A user who is logged in. */
export interface Session {
  /** The organization of the user: the sub-organization that the sign-up made. */
  readonly organizationId: string;
  readonly userId: string;
  /** From then on, the service refuses the session's key. */
  readonly expiresAt: Date;
  /** The session token. Your own server can verify it with the keys that the service publishes, and learn who the user is. */
  readonly token: string;
  /** Signs requests with the session's key. */
  readonly stamper: Stamper;
  /** Makes calls as the user, with the session's key. */
  readonly client: Client;
}

/** The session of a token and the key that it names, or undefined if it names another key. */
export function readSession(
  token: string,
  key: StoredKey,
  options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'hooks' | 'retries' | 'timeout'>,
): Session | undefined {
  const { exp, public_key, user_id: userId, organization_id: organizationId } = readToken(token);
  if (public_key !== key.publicKey || typeof exp !== 'number') return undefined;
  if (typeof userId !== 'string' || typeof organizationId !== 'string') return undefined;
  const client = createClient({ ...options, organizationId, stamper: key });
  return { organizationId, userId, expiresAt: new Date(exp * 1000), token, stamper: key, client };
}
