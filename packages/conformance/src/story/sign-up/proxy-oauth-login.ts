import { identityLoginInput, identityLoginRefusals } from '../identity-login.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  by: ({ visitor }) => visitor,
  after: ['createOauthProviders'],
  input: identityLoginInput,
  refusals: {
    ...identityLoginRefusals,
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_EMAIL'] });
      return call;
    },
  },
} satisfies Story;
