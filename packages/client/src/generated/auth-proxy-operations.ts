// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.

/**
 * Find an account.
 *
 * Returns the sub-organization of a user. A search by e-mail address or phone number finds only verified contacts, and requires a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. For OIDC_TOKEN, send the token as filterValue or as oidcToken. The response is empty if there is no such account.
 */
export const account = {} as const;

/**
 * Authenticate with OAuth 2.0 through the proxy.
 *
 * Exchanges the authorization code of an OAuth 2.0 provider with PKCE for an OIDC token issued by this service. The organization must have stored the client with create_oauth2_credential.
 */
export const proxyOauth2Authenticate = {} as const;

/**
 * Log in with an OIDC token through the proxy.
 *
 * Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. The configuration determines the lifetime of the session.
 */
export const proxyOauthLogin = {} as const;

/**
 * Send a one-time passcode through the proxy.
 *
 * Sends a one-time passcode by e-mail or SMS. The configuration determines its length, its lifetime and the message. The response is the same whether or not a user has the contact. A request may have an X-Stamp header from any API key, even an expired one, of the user who has verified the contact: it then has separate limits, which strangers cannot exhaust.
 */
export const otpInitV2 = {} as const;

/**
 * Log in with a one-time passcode through the proxy.
 *
 * Starts a session for the owner of a verified e-mail address or phone number. The configuration determines the lifetime of the session.
 */
export const otpLoginV2 = {} as const;

/**
 * Verify a one-time passcode through the proxy.
 *
 * Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.
 */
export const otpVerifyV2 = {} as const;

/**
 * Sign up.
 *
 * Onboards a new user: creates a sub-organization with the user as its root user and, if requested, a wallet. The same bytes sent again within 24 hours return the first response. The wallet has at most 10 accounts, unless the operator has set another limit; the user can create more accounts later.
 */
export const signupV2 = { repeatable: true } as const;
