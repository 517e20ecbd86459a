import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PaginationOptions } from '../../fields/pagination.ts';
import { id, organizationId, text } from '../../vocabulary.ts';

export default defineQuery('list_suborgs', {
  tag: 'Organizations',
  summary: 'List sub-organizations',
  description:
    'Lists the sub-organizations of a parent organization, newest first, or only those that match a filter. To page, pass the last ID as after.',
  request: z.strictObject({
    organizationId: organizationId('The parent organization.'),
    filterType: text(
      'Type of filterValue: CREDENTIAL_ID, NAME, USERNAME, EMAIL, PHONE_NUMBER, OIDC_TOKEN, WALLET_ACCOUNT_ADDRESS or PUBLIC_KEY.',
    )
      .meta({ examples: ['EMAIL'] })
      .optional(),
    filterValue: text('The value to match.').optional(),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({
    organizationIds: z.array(id('A sub-organization.')).describe('IDs of the sub-organizations.'),
  }),
  errors: ['INVALID_OIDC_TOKEN', 'INVALID_CURSOR'],
  example: {
    request: { organizationId: example.organizationId, filterType: 'EMAIL', filterValue: example.userEmail },
    response: { organizationIds: [example.subOrganizationId] },
  },
});
