import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { Oauth2Provider } from '../../fields/credentials/oauth2-provider.ts';
import { hexBytes, id, nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('create_oauth2_credential', {
  tag: 'Credentials',
  summary: 'Store an OAuth 2.0 client',
  description: 'Stores the client ID and the sealed client secret of an OAuth 2.0 provider.',
  intent: version(
    1,
    z.strictObject({
      provider: Oauth2Provider,
      clientId: nonEmptyText('Client ID that the provider issued.'),
      encryptedClientSecret: hexBytes(
        'Client secret of the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.',
      )
        .min(194)
        .meta({ examples: [example.encryptedClientSecret] }),
    }),
  ),
  result: version(1, z.object({ oauth2CredentialId: id('The stored credential.') })),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: ['INVALID_CLIENT_SECRET', 'ALREADY_EXISTS'],
  example: {
    parameters: {
      provider: 'OAUTH2_PROVIDER_ALPHA',
      clientId: 'YWRhLWRlbW8tY2xpZW50',
      encryptedClientSecret: example.encryptedClientSecret,
    },
    result: { oauth2CredentialId: 'd35a7f90-8c1e-4b62-9f47-06e2b8c5a1d3' },
  },
});
