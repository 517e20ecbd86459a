/** What a verified token says about a person. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  /** What binds the token to a client key: the claim `tknonce`, or else `nonce`. */
  readonly nonce: string | undefined;
  readonly email: string | undefined;
  /** Whether the issuer has verified that the address belongs to the person. */
  readonly emailVerified: boolean;
  readonly expiresAt: Date;
  /** Whether this service issued the token. */
  readonly isOwn: boolean;
}

/** Verifies the ID tokens of identity providers. */
export interface OidcVerifier {
  /** Whether tokens of this issuer are accepted at all. Needs no network. */
  allows(issuer: string): boolean;
  /** Whether the operator has named this audience of the issuer. Without a list of audiences, none is named. */
  listsAudience(issuer: string, audience: string): boolean;
  /** Verifies a token. Throws ApiError INVALID_OIDC_TOKEN with an exact message. */
  verify(token: string, options: { readonly signal: AbortSignal }): Promise<OidcIdentity>;
}
