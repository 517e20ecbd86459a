type Oauth2ProviderName = 'OAUTH2_PROVIDER_ALPHA' | 'OAUTH2_PROVIDER_BETA';

/** What an app has after a user has signed in at a provider, and the client that it signed in with. */
export interface Oauth2Request {
  readonly provider: Oauth2ProviderName;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authCode: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** Signs users in at OAuth 2.0 providers. */
export interface Oauth2Exchange {
  /** The `iss` of the tokens that this service issues after an exchange. Undefined if the operator configured no OAuth 2.0. */
  readonly issuer: string | undefined;
  /** Whether the operator configured this provider. */
  isConfigured(provider: Oauth2ProviderName): boolean;
  /**
   * Exchanges a code (RFC 6749 §4.1.3 with PKCE, RFC 7636) and asks who the user is. Throws ApiError
   * OAUTH2_PROVIDER_NOT_CONFIGURED, or ActivityFailure OAUTH2_AUTHENTICATION_FAILED, which never has a secret or a token.
   */
  authenticate(
    request: Oauth2Request,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly subject: string }>;
}
