import { saying, unsignedToken } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ visitor }) => visitor,
  input: ({ root }) => ({ filterType: 'PUBLIC_KEY', filterValue: root.publicKey }),
  shows: (_, { root }) => ({ organizationId: root.organizationId }),
  refusals: {
    INVALID_VERIFICATION_TOKEN: saying(() => ({ filterType: 'EMAIL', filterValue: 'ada@example.com' })),
    INVALID_OIDC_TOKEN: saying(() => ({ filterType: 'OIDC_TOKEN', filterValue: unsignedToken })),
    // Both sub-organizations of the stage have its name.
    CREDENTIAL_CONFLICT: saying((_, { name }) => ({ filterType: 'NAME', filterValue: name })),
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_EMAIL'] });
      return { ...call, input: { filterType: 'OIDC_TOKEN', filterValue: unsignedToken } };
    },
  },
} satisfies Story;
