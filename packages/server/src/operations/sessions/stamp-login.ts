import stampLogin from '@mintmark/schema/operations/sessions/stamp-login';
import { invalidOidcToken } from '../../adapters/oidc/invalid-oidc-token.ts';
import { implement, theCaller } from '../../contract/implement.ts';
import { logIn } from '../../sessions/login.ts';
import { logInWithToken } from '../../verification-tokens/log-in-with-token.ts';

export default implement(
  stampLogin,
  async (context, parameters) => {
    const { userId, attestation } = context.caller;
    if (attestation?.claims) return logInWithToken(context, parameters, attestation.claims);
    if (attestation && attestation.identity.expiresAt <= context.now) throw invalidOidcToken('it has expired');
    return logIn(context, userId, parameters);
  },
  { ownUser: () => theCaller, resolvesParent: true, acceptsAttested: true },
);
