import { p256Keys } from '../keys/p256-keys.ts';
import { StamperError } from '../stamper-error.ts';

type Claims = { readonly [claim: string]: unknown };

/** The last second of the year 9999: a time in milliseconds, taken for seconds, lies beyond. */
const latest = 253_402_300_799;

/** How the time is told that tokens expire against. */
export interface TokenClock {
  /** Milliseconds since the epoch; `Date.now` unless given. */
  readonly now?: () => number;
}

export function textClaim(claims: Claims, name: string): string {
  const value = claims[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new StamperError('MALFORMED', `token.payload.${name}`, 'is not a text');
}

/** The key that a token is bound to, in its one spelling. */
export function publicKeyClaim(claims: Claims): string {
  return p256Keys.parsePublicKey(textClaim(claims, 'public_key'), 'token.payload.public_key').hex;
}

/** RFC 7519, 4.1.4: seconds since the epoch, as a number. */
export function expiryClaim({ exp }: Claims): number {
  if (typeof exp === 'number' && Number.isInteger(exp) && exp > 0 && exp <= latest) return exp;
  throw new StamperError('MALFORMED', 'token.payload.exp', 'is not a whole number of seconds');
}

/** RFC 7519, 4.1.4: at the second that `exp` names, the token is already past its time. */
export function requireUnexpired(exp: number, { now = Date.now }: TokenClock): void {
  // Written so that a clock that answers no number refuses.
  if (!(now() < exp * 1000)) throw new StamperError('TOKEN_EXPIRED', 'token', 'is past its time');
}
