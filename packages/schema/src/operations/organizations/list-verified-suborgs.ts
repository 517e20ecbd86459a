import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PaginationOptions } from '../../fields/pagination.ts';
import { id, organizationId, text } from '../../vocabulary.ts';

export default defineQuery('list_verified_suborgs', {
  tag: 'Organizations',
  summary: 'List sub-organizations by verified contact',
  description:
    'Lists the sub-organizations that have a user with a verified e-mail address or phone number. To page, pass the last ID as after.',
  request: z.strictObject({
    organizationId: organizationId('The parent organization.'),
    filterType: text('Type of filterValue, for example EMAIL or PHONE_NUMBER.')
      .meta({ examples: ['EMAIL'] })
      .optional(),
    filterValue: text('The e-mail address or phone number to match.').optional(),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({
    organizationIds: z.array(id('A sub-organization.')).describe('IDs of the matching sub-organizations.'),
  }),
  errors: ['INVALID_CURSOR'],
  example: {
    request: { organizationId: example.organizationId, filterType: 'EMAIL', filterValue: example.userEmail },
    response: { organizationIds: [example.subOrganizationId] },
  },
});
