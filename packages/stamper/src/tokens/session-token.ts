import { judge, type Verdict } from '../stamper-error.ts';
import { expiryClaim, publicKeyClaim, requireUnexpired, type TokenClock, textClaim } from './claims.ts';
import { signJws, type TokenSigner, type TrustedKeys, verifyJws } from './jws.ts';

/** The claims of a session token: a user's session key, and when it expires. */
export interface SessionClaims {
  /** Seconds since the epoch. */
  readonly exp: number;
  /** The session key, compressed, in hex. */
  readonly public_key: string;
  /** SESSION_TYPE_READ_WRITE, or the name of the session's profile. */
  readonly session_type: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly session_profile_id?: string;
  readonly scope?: string;
}

/** Signs a session token: an ES256 JWT that any JWT library can verify with the published keys. */
export async function signSessionToken(claims: SessionClaims, signer: TokenSigner): Promise<string> {
  return signJws(sessionClaims({ ...claims }), signer);
}

/**
 * Verifies a session token with the published keys and the clock. A token does not authenticate a request: a stamp of its
 * session key does.
 */
export function verifySessionToken(
  token: string,
  keys: TrustedKeys,
  clock: TokenClock = {},
): Promise<Verdict<{ readonly claims: SessionClaims }>> {
  return judge(async () => {
    const claims = sessionClaims(await verifyJws(token, keys));
    requireUnexpired(claims.exp, clock);
    return { claims };
  });
}

function sessionClaims(claims: { readonly [claim: string]: unknown }): SessionClaims {
  return {
    exp: expiryClaim(claims),
    public_key: publicKeyClaim(claims),
    session_type: textClaim(claims, 'session_type'),
    user_id: textClaim(claims, 'user_id'),
    organization_id: textClaim(claims, 'organization_id'),
    ...(claims['session_profile_id'] !== undefined && { session_profile_id: textClaim(claims, 'session_profile_id') }),
    ...(claims['scope'] !== undefined && { scope: textClaim(claims, 'scope') }),
  };
}
