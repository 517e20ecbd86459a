import oauth2Authenticate from '@mintmark/schema/operations/sessions/oauth2-authenticate';
import proxyOauth2Authenticate from '@mintmark/schema/operations/sign-up/proxy-oauth2-authenticate';
import { answerProxy } from '../../core/handlers/answer-proxy.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requireMethod } from '../../identity/auth-proxy/require-method.ts';
import { readOauth2Credentials } from '../../identity/credentials/oauth2-credentials.ts';

export default answerProxy(proxyOauth2Authenticate, async (context, { provider, clientId, ...parameters }) => {
  const { organization, services, settings, read, run } = context;
  requireMethod(settings, 'AUTH_METHOD_OAUTH');
  const clients = await read((sql) => readOauth2Credentials({ sql, organization, services }));
  const client = clients.find((candidate) => candidate.provider === provider && candidate.clientId === clientId);
  if (!client) throw new ApiError('OAUTH2_CREDENTIAL_NOT_FOUND');
  return run(oauth2Authenticate, { oauth2CredentialId: client.id, ...parameters }, { fieldsAt: 'parameters' });
});
