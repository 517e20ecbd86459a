import { z } from 'zod';
import { component } from '../../component.ts';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { boundedText, jwt, nonEmptyText, organizationId } from '../../vocabulary.ts';

const AccountFilterType = component(
  'AccountFilterType',
  'What an account is found by.',
  z.enum(['CREDENTIAL_ID', 'NAME', 'USERNAME', 'EMAIL', 'PHONE_NUMBER', 'OIDC_TOKEN', 'PUBLIC_KEY']),
);

export default defineProxy('account', {
  tag: 'Sign-up',
  summary: 'Find an account',
  description:
    'Returns the sub-organization of a user. By e-mail address or phone number, it finds only verified contacts, and needs a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. By OIDC_TOKEN, the token is the filterValue or the oidcToken. The answer is empty if there is no such account.',
  request: z.strictObject({
    filterType: AccountFilterType,
    filterValue: boundedText('What to search for. Names are compared exactly.', 16384),
    verificationToken: jwt('Token that proves the e-mail address or phone number.').optional(),
    oidcToken: nonEmptyText('OIDC token of the person, if it is not the filterValue.').optional(),
  }),
  response: z.object({ organizationId: organizationId('The sub-organization.').optional() }),
  errors: ['AUTH_METHOD_NOT_ALLOWED', 'INVALID_VERIFICATION_TOKEN', 'INVALID_OIDC_TOKEN', 'CREDENTIAL_CONFLICT'],
  example: {
    request: { filterType: 'PUBLIC_KEY', filterValue: example.apiKey.publicKey },
    response: { organizationId: example.subOrganizationId },
  },
});
