import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { changedSettings } from '../../fields/sign-up/auth-proxy-settings.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('update_auth_proxy_config', {
  tag: 'Sign-up',
  summary: 'Update the settings of the sign-up proxy',
  description: 'Changes the given settings of the sign-up proxy. The others stay unchanged.',
  intent: version(1, changedSettings),
  result: version(1, z.object({ configId: id('The configuration.').optional() })),
  policy: { resource: 'AUTH_PROXY', action: 'UPDATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'AUTH_PROXY_NOT_ENABLED', 'QUORUM_UNREACHABLE'],
  example: {
    parameters: { allowedOrigins: ['https://app.example.com'], otpLength: 6 },
    result: { configId: example.authProxyConfigId },
  },
});
