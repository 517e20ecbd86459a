import { hash } from 'node:crypto';
import type { initialCredentials } from '@mintmark/schema/fields/users/user';
import type { z } from 'zod';
import { invalidOidcToken } from '../../delivery/adapters/oidc/invalid-oidc-token.ts';
import { readOidcToken } from '../../delivery/adapters/oidc/oidc-token.ts';

type Credentials = { readonly [Kind in keyof typeof initialCredentials]: z.output<(typeof initialCredentials)[Kind]> };

interface NewUser extends Credentials {
  readonly userEmail?: string | undefined;
  readonly userPhoneNumber?: string | undefined;
}

/**
 * Refuses a sign-up that gives an identity to somebody who may only have seen its token. Such a person could add a key, a passkey or
 * a contact of their own, and would be in the account that the right person later logs in to. So with another way to sign in, the
 * nonce of each token must name an API key of the request. The identity alone is harmless: a login needs a token for its own key.
 *
 * The tokens are verified by the activity.
 */
export function requireBoundIdentities(user: NewUser): void {
  const { apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber } = user;
  const nonces = apiKeys.flatMap(({ curveType, publicKey }) =>
    // Whether it is a key at all, the activity finds out.
    curveType === 'API_KEY_CURVE_P256' ? hash('sha256', publicKey.toLowerCase()) : [],
  );
  for (const { oidcToken } of oauthProviders) {
    if (oidcToken === undefined) continue;
    const { nonce, tknonce, email, email_verified: verified } = readOidcToken(oidcToken).payload;
    const isOwnAddress = userEmail === email && (verified === true || verified === 'true');
    const hasOthers =
      apiKeys.length > 0 ||
      authenticators.length > 0 ||
      (userEmail !== undefined && !isOwnAddress) ||
      userPhoneNumber !== undefined;
    if (hasOthers && !nonces.includes(String(tknonce ?? nonce)))
      throw invalidOidcToken(
        'its nonce must name an API key of the sign-up, because the sign-up has other ways to sign in',
      );
  }
}
