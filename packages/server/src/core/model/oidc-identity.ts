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
