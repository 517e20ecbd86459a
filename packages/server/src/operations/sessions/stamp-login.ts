import stampLogin from '@mintmark/schema/operations/sessions/stamp-login';
import { implement, theCaller } from '../../contract/implement.ts';
import { requireUnexpired } from '../../credentials/oauth-providers.ts';
import { logIn } from '../../sessions/login.ts';
import { logInWithToken } from '../../verification-tokens/log-in-with-token.ts';

export default implement(
  stampLogin,
  async (context, parameters) => {
    const { userId, attestation } = context.caller;
    if (attestation?.claims) return logInWithToken(context, parameters, attestation.claims);
    if (attestation) requireUnexpired(attestation.identity, context.now);
    return logIn(context, userId, parameters);
  },
  { ownUser: () => theCaller, resolvesParent: true, acceptsAttested: true },
);
