import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Signing in with OAuth 2.0 providers that issue no ID tokens. */
export const buildOauth2 = () =>
  z
    .strictObject({
      issuer: endpoint
        .refine((text) => text.startsWith('https://'), { error: 'must be https://' })
        .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' })
        .describe('The public URL of this service. It is the issuer of the tokens that the service itself signs.'),
      alpha: buildOauth2Provider().describe('OAUTH2_PROVIDER_ALPHA').optional(),
      beta: buildOauth2Provider().describe('OAUTH2_PROVIDER_BETA').optional(),
    })
    .describe('Signing in with OAuth 2.0 providers that issue no ID tokens.');

const buildOauth2Provider = () =>
  z.strictObject({
    tokenUrl: endpoint.describe('The URL for exchanging a code for an access token.'),
    userInfoUrl: endpoint.describe('The URL that returns the user of an access token.'),
    subjectPath: z
      .string()
      .regex(/^[^.]+(?:\.[^.]+)*$/, { error: 'must be member names separated by dots, such as data.id' })
      .describe('The member of that response with the user id, such as data.id; by default sub.')
      .optional(),
    clientAuthentication: z
      .enum(['basic', 'post'])
      .describe('How the client authenticates: in the header (basic, the default) or in the body (post).')
      .optional(),
  });
