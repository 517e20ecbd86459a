import { p256Keys } from '../keys/p256-keys.ts';
import { StamperError } from '../stamper-error.ts';

type Claims = { readonly [claim: string]: unknown };

/** The last second of the year 9999. A time in milliseconds, read as seconds, is later than that. */
const latest = 253_402_300_799;

/** The clock that tokens expire by. */
export interface TokenClock {
  /** Milliseconds since the epoch; `Date.now` by default. */
  readonly now?: () => number;
}

export function textClaim(claims: Claims, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new StamperError('MALFORMED', `token.payload.${name}`, 'is not text');
}

/** The key that a token is bound to, in its canonical spelling. */
export function publicKeyClaim(claims: Claims): string {
  return p256Keys.parsePublicKey(textClaim(claims, 'public_key'), 'token.payload.public_key').hex;
}

/** RFC 7519, 4.1.4: seconds since the epoch, as a number. */
export function expiryClaim({ exp }: Claims): number {
  if (typeof exp === 'number' && Number.isInteger(exp) && exp > 0 && exp <= latest) return exp;
  throw new StamperError('MALFORMED', 'token.payload.exp', 'is not a whole number of seconds');
}

/** RFC 7519, 4.1.4: a token is already expired at the second that `exp` names. */
export function requireUnexpired(exp: number, { now = Date.now }: TokenClock): void {
  // Negated so that a clock that returns NaN refuses the token.
  if (!(now() < exp * 1000)) throw new StamperError('TOKEN_EXPIRED', 'token', 'has expired');
}
