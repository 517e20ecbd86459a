import type { UserParams } from '@mintmark/schema/fields/users/user';
import type { z } from 'zod';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readFeatures } from '../organizations/features.ts';
import { loginContacts } from '../organizations/login-methods.ts';

interface NewCredentials
  extends Pick<z.output<typeof UserParams>, 'apiKeys' | 'authenticators' | 'userEmail' | 'userPhoneNumber'> {
  readonly oauthProviders: readonly unknown[];
}

/**
 * Refuses a new user without a valid credential: an API key, a passkey, a linked identity, or a contact whose login method is enabled.
 *
 * This is the contract's rule for creation. It is weaker than the check of access: the service need not implement the login
 * method yet.
 */
export async function requireValidCredential(context: ReadContext, user: NewCredentials): Promise<void> {
  if (user.apiKeys.length > 0 || user.authenticators.length > 0 || user.oauthProviders.length > 0) return;
  const enabled = loginContacts(await readFeatures(context));
  const isReachable =
    (user.userEmail !== undefined && enabled.has('email')) ||
    (user.userPhoneNumber !== undefined && enabled.has('phoneNumber'));
  if (!isReachable) throw new ApiError('MISSING_CREDENTIAL');
}
