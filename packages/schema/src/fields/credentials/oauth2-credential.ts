import { z } from 'zod';
import { component } from '../../component.ts';
import * as example from '../../examples/index.ts';
import { boundedText, hexBytes, id, organizationId } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { Oauth2Provider } from './oauth2-provider.ts';

/** What an organization says about its client at an OAuth 2.0 provider. */
export const oauth2ClientFields = {
  provider: Oauth2Provider,
  clientId: boundedText('Client ID that the provider issued.', 512),
  encryptedClientSecret: hexBytes(
    'Client secret from the provider, encrypted to the TLS fetcher quorum key, which a self-hosted service publishes as its client-secret key.',
  )
    .min(194)
    .meta({ examples: [example.encryptedClientSecret] }),
};

export const Oauth2Credential = component(
  'Oauth2Credential',
  'An OAuth 2.0 client of the organization.',
  z.object({
    oauth2CredentialId: id('The stored credential.'),
    organizationId: organizationId('The organization that the credential belongs to.'),
    ...oauth2ClientFields,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
