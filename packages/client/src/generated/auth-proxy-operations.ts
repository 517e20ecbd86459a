// Made by `npm run generate` from packages/openapi/v1/openapi.json. Do not edit.

/**
 * Find an account.
 *
 * Returns the sub-organization of a user. By e-mail address or phone number, it finds only verified contacts, and needs a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. By OIDC_TOKEN, the token is the filterValue or the oidcToken. The answer is empty if there is no such account.
 */
export const account = {} as const;

/**
 * Authenticate with OAuth 2.0 through the proxy.
 *
 * Exchanges the code of an OAuth 2.0 provider with PKCE for an OIDC token of this service. The organization must have stored the client with create_oauth2_credential.
 */
export const proxyOauth2Authenticate = {} as const;

/**
 * Log in with an OIDC token through the proxy.
 *
 * Starts a session for the user that the identity of an OIDC token is linked to. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: lower-case hex of the hash of the lower-case hex text. The session lives as long as the configuration says.
 */
export const proxyOauthLogin = {} as const;

/**
 * Send a one-time passcode through the proxy.
 *
 * Sends a one-time passcode by e-mail or SMS. Its length, its lifetime and the message are those of the configuration. The answer is the same whether somebody has the contact or not. A request may have an X-Stamp header, by any API key of the user who has verified the contact, also one that has expired: it then has limits of its own, which strangers do not use up.
 */
export const otpInitV2 = {} as const;

/**
 * Log in with a one-time passcode through the proxy.
 *
 * Starts a session for the owner of a verified e-mail address or phone number. The session lives as long as the configuration says.
 */
export const otpLoginV2 = {} as const;

/**
 * Verify a one-time passcode through the proxy.
 *
 * Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code has three tries.
 */
export const otpVerifyV2 = {} as const;

/**
 * Sign up.
 *
 * Onboards a new user: creates a sub-organization with the user as its root user and, if asked, a wallet. The same bytes sent again within 24 hours get the first answer. The wallet has at most 10 accounts, unless the operator has set another limit; the user can create more accounts later.
 */
export const signupV2 = { repeatable: true } as const;
