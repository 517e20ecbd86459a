import oauth2Authenticate from '@mintmark/schema/operations/sessions/oauth2-authenticate';
import { signIdentityToken } from '@mintmark/stamper/tokens';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { openClientSecret, requireOauth2Credential } from '../../identity/credentials/oauth2-credentials.ts';

const tokenSeconds = 600;

export default implement(oauth2Authenticate, {
  byProxy: true,
  inputs: (context, { oauth2CredentialId }) => requireOauth2Credential(context, oauth2CredentialId),
  async prepare({ services, signal }, { authCode, redirectUri, codeVerifier }, credential) {
    const { provider, clientId } = credential;
    const { issuer } = services.oauth2;
    if (issuer === undefined || !services.oauth2.isConfigured(provider))
      throw new ApiError('OAUTH2_PROVIDER_NOT_CONFIGURED');
    const clientSecret = await openClientSecret(services, credential);
    const request = { provider, clientId, clientSecret, authCode, redirectUri, codeVerifier };
    const { subject } = await services.oauth2.authenticate(request, { signal });
    return { issuer, audience: clientId, subject };
  },
  async execute({ now, services }, { nonce }, { issuer: iss, audience: aud, subject: sub }) {
    const iat = Math.floor(now.getTime() / 1000);
    const claims = { iss, aud, sub, iat, exp: iat + tokenSeconds, nonce };
    return { oidcToken: await signIdentityToken(claims, services.tokenKeys.notarizer) };
  },
});
