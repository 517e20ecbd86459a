import stampLogin from '@mintmark/schema/operations/sessions/stamp-login';
import { implement, theCaller } from '../../core/handlers/implement.ts';
import { requireUnexpired } from '../../identity/credentials/oauth-providers.ts';
import { logInWithToken } from '../../identity/sessions/log-in-with-token.ts';
import { logIn } from '../../identity/sessions/login.ts';
import { loginParameters } from '../../identity/sessions/login-parameters.ts';

export default implement(
  stampLogin,
  async (context, parameters) => {
    const { userId, attestation } = context.caller;
    if (attestation?.claims) return logInWithToken(context, parameters, attestation.claims);
    if (attestation) requireUnexpired(attestation.identity, context.now);
    return logIn(context, userId, parameters);
  },
  { ...loginParameters, ownUser: () => theCaller, resolvesParent: true, acceptsAttested: true },
);
