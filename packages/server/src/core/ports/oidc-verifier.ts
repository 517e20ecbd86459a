import type { OidcIdentity } from '../model/oidc-identity.ts';

/** Verifies the ID tokens of identity providers. */
export interface OidcVerifier {
  /** Whether tokens of this issuer are accepted at all. Needs no network. */
  allows(issuer: string): boolean;
  /** Whether the operator has named this audience of the issuer. Without a list of audiences, none is named. */
  listsAudience(issuer: string, audience: string): boolean;
  /** Verifies a token. Throws ApiError INVALID_OIDC_TOKEN with an exact message. */
  verify(token: string, options: { readonly signal: AbortSignal }): Promise<OidcIdentity>;
}
