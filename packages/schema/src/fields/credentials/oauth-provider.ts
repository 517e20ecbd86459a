import { z } from 'zod';
import { component, type Rule } from '../../component.ts';
import { boundedText, id, label, nonEmptyText, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const OidcClaims = component(
  'OidcClaims',
  'The claims that identify a person at an OpenID Connect provider.',
  z.strictObject({
    iss: nonEmptyText('Issuer claim of the OIDC token.'),
    sub: nonEmptyText('Subject claim of the OIDC token.'),
    aud: boundedText('Audience claim of the OIDC token.', 1024),
  }),
);

const providerName = (spelled = label) => spelled('Human-readable name of the identity provider.', 'Example ID');
export const oidcToken = () => nonEmptyText('OIDC token of the user: the compact JWT, or its base64 encoding.');

export const OauthProviderParams = component(
  'OauthProviderParams',
  'An identity at an OpenID Connect provider to link to a user.',
  z.strictObject({
    providerName: providerName(),
    oidcToken: oidcToken().optional(),
    oidcClaims: OidcClaims.optional(),
  }),
  [
    {
      error: 'AMBIGUOUS_OIDC_IDENTITY',
      description: 'Exactly one of oidcToken and oidcClaims is given.',
      holds: ({ oidcToken, oidcClaims }) => (oidcToken === undefined) !== (oidcClaims === undefined),
    },
  ],
);

/** Applies to users without links: with claims alone, anybody's identity could be linked. */
export const provedClaims: Rule<{ readonly oauthProviders: readonly z.output<typeof OauthProviderParams>[] }> = {
  error: 'UNPROVED_OIDC_CLAIMS',
  description: 'OAuth providers can be specified by claims only together with one that is specified by a token.',
  path: 'oauthProviders',
  holds: ({ oauthProviders }) =>
    oauthProviders.every(({ oidcClaims }) => oidcClaims === undefined) ||
    oauthProviders.some(({ oidcToken }) => oidcToken !== undefined),
};

/** The older form without claims. */
export const OauthProviderParamsByToken = z.strictObject({
  providerName: providerName(),
  oidcToken: oidcToken(),
});

export const OauthProvider = component(
  'OauthProvider',
  'An identity at an OpenID Connect provider that is linked to a user.',
  z.object({
    providerId: id('The link.'),
    providerName: providerName(storedLabel),
    issuer: text('Issuer of the identity.'),
    audience: text('Audience that the identity was verified for.'),
    subject: text('Subject of the identity at the issuer.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
