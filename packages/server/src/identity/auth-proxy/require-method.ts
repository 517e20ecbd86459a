import type { ProxyContext, ProxySettings } from '../../core/handlers/answer-proxy.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { OidcIdentity } from '../../core/model/oidc-identity.ts';
import { invalidOidcToken } from '../../delivery/adapters/oidc/invalid-oidc-token.ts';
import { readOidcToken } from '../../delivery/adapters/oidc/oidc-token.ts';

type AuthMethod = ProxySettings['allowedAuthMethods'][number];

/** Refuses a way to sign in that the configuration does not allow. */
export function requireMethod({ allowedAuthMethods }: ProxySettings, method: AuthMethod): void {
  if (!allowedAuthMethods.includes(method)) {
    // Clients recognise "OAUTH disallowed".
    const name = method.replace('AUTH_METHOD_', '');
    throw new ApiError('AUTH_METHOD_NOT_ALLOWED', `${name} disallowed by the auth proxy configuration`);
  }
}

/** Refuses an issuer that the configuration does not allow. The tokens of this service stand for OAuth 2.0 clients of its own. */
export function requireIssuer(
  { settings, services }: Pick<ProxyContext, 'settings' | 'services'>,
  issuer: unknown,
): void {
  const { allowedIssuers } = settings;
  if (allowedIssuers.includes('*') || issuer === services.oauth2.issuer) return;
  if (typeof issuer !== 'string' || !allowedIssuers.includes(issuer))
    throw invalidOidcToken('its issuer is not allowed by the auth proxy configuration');
}

/** The same for a token that is not verified yet: no other issuer is asked for its keys. */
export const requireIssuerOf = (context: Pick<ProxyContext, 'settings' | 'services'>, oidcToken: string): void =>
  requireIssuer(context, readOidcToken(oidcToken).payload['iss']);

const verifyMs = 10_000;

/** Verifies a token of an issuer that the configuration allows. */
export async function verifyOidcToken(
  context: Pick<ProxyContext, 'settings' | 'services'>,
  oidcToken: string,
): Promise<OidcIdentity> {
  requireMethod(context.settings, 'AUTH_METHOD_OAUTH');
  requireIssuerOf(context, oidcToken);
  return context.services.oidc.verify(oidcToken, { signal: AbortSignal.timeout(verifyMs) });
}
