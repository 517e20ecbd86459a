import type { JsonObject } from '@mintmark/stamper/encoding';
import type { OidcIdentity } from '../../../core/model/oidc-identity.ts';
import { invalidOidcToken } from './invalid-oidc-token.ts';

/** How far the clock of an issuer may be ahead. A token that has expired is refused immediately. */
const leewayMs = 60_000;
/** The last second of the year 9999. A time in milliseconds, read as seconds, is later than that. */
const latestMs = 253_402_300_799_000;
/** OpenID Connect Core 1.0 §2 allows 255 characters for a subject, and has no limit for an audience. */
const longest = { sub: 255, aud: 1024, email: 320 };

/** Checks the claims of a token whose signature was verified: OpenID Connect Core 1.0 §3.1.3.7. */
export function readIdentity(
  claims: JsonObject,
  { issuer, audiences }: { readonly issuer: string; readonly audiences?: readonly string[] | undefined },
  now: number,
): OidcIdentity {
  const expiresAt = timeOf(claims, 'exp');
  if (now >= expiresAt) throw invalidOidcToken('it has expired');
  if (timeOf(claims, 'iat') > now + leewayMs) throw invalidOidcToken('it was issued in the future');
  if (claims['nbf'] !== undefined && timeOf(claims, 'nbf') > now + leewayMs)
    throw invalidOidcToken('it is not valid yet');
  const audience = audienceOf(claims);
  if (audiences && !audiences.includes(audience)) throw invalidOidcToken('its audience is not accepted by this server');
  const { sub, tknonce, nonce, email, email_verified: verified } = claims;
  const address = isText(email, longest.email) ? email : undefined;
  return {
    issuer,
    audience,
    subject: requireText(sub, 'sub'),
    // Libraries often set `nonce` themselves. `tknonce` has only this one purpose, so it wins.
    nonce: nonceTextOf(tknonce ?? nonce ?? undefined),
    email: address,
    // Some issuers send the text.
    emailVerified: address !== undefined && (verified === true || verified === 'true'),
    expiresAt: new Date(expiresAt),
    isOwn: false,
  };
}

/** RFC 7519 §2: seconds, which may have a fraction. */
function timeOf(claims: JsonObject, name: string): number {
  const value = claims[name];
  if (value === undefined) throw invalidOidcToken(`it has no ${name}`);
  if (typeof value !== 'number' || value < 0 || value * 1000 > latestMs)
    throw invalidOidcToken(`its ${name} is not a number of seconds`);
  return value * 1000;
}

/** A token for several clients names the one that asked for it as `azp`. */
function audienceOf({ aud, azp }: JsonObject): string {
  if (!Array.isArray(aud)) return requireText(aud, 'aud');
  if (aud.length === 1) return requireText(aud[0], 'aud');
  if (azp === undefined || !aud.includes(azp))
    throw invalidOidcToken('it has several audiences, and its azp is none of them');
  return requireText(azp, 'azp');
}

function requireText(value: unknown, name: 'sub' | 'aud' | 'azp'): string {
  if (value === undefined) throw invalidOidcToken(`it has no ${name}`);
  const max = name === 'sub' ? longest.sub : longest.aud;
  if (!isText(value, max)) throw invalidOidcToken(`its ${name} is not text of 1 to ${max} characters`);
  return value;
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max;

function nonceTextOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidOidcToken('its nonce is not text');
}
