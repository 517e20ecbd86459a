import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { expiryClaim, publicKeyClaim, requireUnexpired, type TokenClock, textClaim } from './claims.ts';
import { signJws, type TokenSigner, type TrustedKeys, verifyJws } from './jws.ts';

const verificationTypes = ['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS'] as const;

/** The claims of a verification token: the holder of a key proved to own a contact. */
export interface VerificationClaims {
  /** Seconds since the epoch. */
  readonly exp: number;
  /** Unique to each token, so that the service can accept it only once. */
  readonly id: string;
  /** The organization that issued it. */
  readonly organization_id: string;
  readonly verification_type: (typeof verificationTypes)[number];
  readonly contact: string;
  /** The client's key, compressed, in hex. The token is only valid with a client signature of this key. */
  readonly public_key: string;
}

/** Signs a verification token: an ES256 JWT that any JWT library can verify with the published keys. */
export async function signVerificationToken(claims: VerificationClaims, signer: TokenSigner): Promise<string> {
  return signJws(verificationClaims({ ...claims }), signer);
}

/** Verifies a verification token with the published keys and the clock. Only its issuer knows whether it was used before. */
export function verifyVerificationToken(
  token: string,
  keys: TrustedKeys,
  clock: TokenClock = {},
): Promise<Verdict<{ readonly claims: VerificationClaims }>> {
  return judge(async () => {
    const claims = verificationClaims(await verifyJws(token, keys));
    requireUnexpired(claims.exp, clock);
    return { claims };
  });
}

function verificationClaims(claims: { readonly [claim: string]: unknown }): VerificationClaims {
  const type = verificationTypes.find((known) => known === claims['verification_type']);
  if (!type) throw new StamperError('MALFORMED', 'token.payload.verification_type', 'is unknown');
  return {
    exp: expiryClaim(claims),
    id: textClaim(claims, 'id'),
    organization_id: textClaim(claims, 'organization_id'),
    verification_type: type,
    contact: textClaim(claims, 'contact'),
    public_key: publicKeyClaim(claims),
  };
}
