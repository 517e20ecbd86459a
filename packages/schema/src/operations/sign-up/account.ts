import { z } from 'zod';
import { component } from '../../component.ts';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { boundedText, jwt, nonEmptyText, organizationId } from '../../vocabulary.ts';

const AccountFilterType = component(
  'AccountFilterType',
  'The attribute to search by.',
  z.enum(['CREDENTIAL_ID', 'NAME', 'USERNAME', 'EMAIL', 'PHONE_NUMBER', 'OIDC_TOKEN', 'PUBLIC_KEY']),
);

export default defineProxy('account', {
  tag: 'Sign-up',
  summary: 'Find an account',
  description:
    'Returns the sub-organization of a user. A search by e-mail address or phone number finds only verified contacts, and requires a verification token for that contact unless the configuration says otherwise; the token can still be used afterwards. For OIDC_TOKEN, send the token as filterValue or as oidcToken. The response is empty if there is no such account.',
  request: z.strictObject({
    filterType: AccountFilterType,
    filterValue: boundedText('The value to search for. Names must match exactly.', 16384),
    verificationToken: jwt('Token that proves ownership of the e-mail address or phone number.').optional(),
    oidcToken: nonEmptyText('OIDC token of the user, if it is not the filterValue.').optional(),
  }),
  response: z.object({ organizationId: organizationId('The sub-organization.').optional() }),
  errors: ['AUTH_METHOD_NOT_ALLOWED', 'INVALID_VERIFICATION_TOKEN', 'INVALID_OIDC_TOKEN', 'CREDENTIAL_CONFLICT'],
  example: {
    request: { filterType: 'PUBLIC_KEY', filterValue: example.apiKey.publicKey },
    response: { organizationId: example.subOrganizationId },
  },
});
