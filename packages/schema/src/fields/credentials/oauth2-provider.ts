import { z } from 'zod';
import { component } from '../../component.ts';

export const Oauth2Provider = component(
  'Oauth2Provider',
  'An OAuth 2.0 provider that the service supports.',
  z.enum(['OAUTH2_PROVIDER_ALPHA', 'OAUTH2_PROVIDER_BETA']),
);
