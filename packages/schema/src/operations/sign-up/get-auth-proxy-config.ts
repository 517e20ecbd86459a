import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { AuthProxyConfig } from '../../fields/sign-up/auth-proxy-settings.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('get_auth_proxy_config', {
  tag: 'Sign-up',
  summary: 'Get the settings of the sign-up proxy',
  description:
    'Returns the ID by which clients identify the configuration, the user that the proxy acts as, and all settings.',
  request: z.strictObject({ organizationId: organizationId('The organization that has the proxy.') }),
  response: z.object({ authProxyConfig: AuthProxyConfig }),
  errors: ['AUTH_PROXY_NOT_ENABLED'],
  example: {
    request: { organizationId: example.organizationId },
    response: {
      authProxyConfig: {
        configId: example.authProxyConfigId,
        userId: example.otherUserId,
        allowedOrigins: ['https://app.example.com'],
        allowedAuthMethods: ['AUTH_METHOD_PASSKEY', 'AUTH_METHOD_EMAIL'],
        allowedIssuers: ['*'],
        otpLength: 9,
        otpAlphanumeric: true,
        otpExpirationSeconds: 300,
        verificationTokenExpirationSeconds: 3600,
        sessionExpirationSeconds: 900,
        verificationTokenRequiredForGetAccountPii: true,
      },
    },
  },
});
