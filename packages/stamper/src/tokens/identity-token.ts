import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { expiryClaim, requireUnexpired, type TokenClock, textClaim } from './claims.ts';
import { signJws, type TokenSigner, type TrustedKeys, verifyJws } from './jws.ts';

/** The claims of an identity token that the service issues for a user whom an OAuth 2.0 provider has authenticated. */
export interface IdentityClaims {
  /** The URL of the service. */
  readonly iss: string;
  /** The client at the provider. */
  readonly aud: string;
  /** The user, with the provider as a prefix. */
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  /** What binds the token to a client key. */
  readonly nonce: string;
}

/** Signs an identity token: an ES256 JWT that any JWT library can verify with the published keys. */
export async function signIdentityToken(claims: IdentityClaims, signer: TokenSigner): Promise<string> {
  return signJws(identityClaims({ ...claims }, claims.iss), signer);
}

/** Verifies an identity token of this issuer with the published keys and the clock. */
export function verifyIdentityToken(
  token: string,
  { issuer, keys }: { readonly issuer: string; readonly keys: TrustedKeys },
  clock: TokenClock = {},
): Promise<Verdict<{ readonly claims: IdentityClaims }>> {
  return judge(async () => {
    const claims = identityClaims(await verifyJws(token, keys), issuer);
    requireUnexpired(claims.exp, clock);
    return { claims };
  });
}

function identityClaims(claims: { readonly [claim: string]: unknown }, issuer: string): IdentityClaims {
  const { iat } = claims;
  const iss = textClaim(claims, 'iss');
  // Tokens of other kinds are signed with the same key, and have no issuer.
  if (iss !== issuer) throw new StamperError('BINDING_MISMATCH', 'token.payload.iss', 'is another issuer');
  if (typeof iat !== 'number' || !Number.isInteger(iat) || iat < 0) {
    throw new StamperError('MALFORMED', 'token.payload.iat', 'is not a whole number of seconds');
  }
  return {
    iss,
    aud: textClaim(claims, 'aud'),
    sub: textClaim(claims, 'sub'),
    iat,
    exp: expiryClaim(claims),
    nonce: textClaim(claims, 'nonce'),
  };
}
