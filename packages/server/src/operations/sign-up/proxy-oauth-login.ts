import oauthLogin from '@mintmark/schema/operations/sessions/oauth-login';
import proxyOauthLogin from '@mintmark/schema/operations/sign-up/proxy-oauth-login';
import { answerProxy } from '../../core/handlers/answer-proxy.ts';
import { identityText } from '../../core/tables/searchable-values.ts';
import { requireAccount } from '../../identity/auth-proxy/find-account.ts';
import { requireIssuerOf, requireMethod, verifyOidcToken } from '../../identity/auth-proxy/require-method.ts';

export default answerProxy(proxyOauthLogin, async (context, { organizationId, ...login }) => {
  const { settings, run } = context;
  requireMethod(settings, 'AUTH_METHOD_OAUTH');
  requireIssuerOf(context, login.oidcToken);
  const organization = await requireAccount(context, organizationId, async () => ({
    kind: 'oidcIdentity',
    value: identityText(await verifyOidcToken(context, login.oidcToken)),
  }));
  const parameters = { ...login, expirationSeconds: String(settings.sessionExpirationSeconds) };
  return run(oauthLogin, parameters, { organization, fieldsAt: 'parameters' });
});
