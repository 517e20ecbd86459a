import oauthLogin from '@mintmark/schema/operations/sessions/oauth-login';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requireNonce } from '../../delivery/adapters/oidc/nonce.ts';
import { parseKey } from '../../identity/credentials/api-keys.ts';
import { findLink, requireUnexpired } from '../../identity/credentials/oauth-providers.ts';
import { logIn } from '../../identity/sessions/login.ts';
import { loginParameters } from '../../identity/sessions/login-parameters.ts';
import { requireSessionProfile } from '../../identity/sessions/session-profile.ts';
import { requireUsers } from '../../identity/users/require-users.ts';

export default implement(oauthLogin, {
  ...loginParameters,
  byParent: true,
  byProxy: true,
  async inputs(context, { publicKey, sessionProfileId }) {
    if (sessionProfileId !== undefined) await requireSessionProfile(context, sessionProfileId);
    parseKey('p256', publicKey, 'parameters.publicKey');
  },
  async prepare({ services, signal }, { oidcToken, publicKey }) {
    const identity = await services.oidc.verify(oidcToken, { signal });
    requireNonce(identity, publicKey);
    return identity;
  },
  async execute(context, parameters, identity) {
    requireUnexpired(identity, context.now);
    const link = await findLink(context, identity);
    if (!link)
      throw new ApiError('RESOURCE_NOT_FOUND', 'no user of the organization is linked to the identity of the token');
    await requireUsers(context, [link.userId]);
    return await logIn(context, link.userId, parameters);
  },
});
