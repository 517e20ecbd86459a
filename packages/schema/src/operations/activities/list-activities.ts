import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import { Activity, ActivityStatus } from '../../define/envelope.ts';
import * as example from '../../examples/index.ts';
import { PaginationOptions } from '../../fields/pagination.ts';
import { organizationId, text } from '../../vocabulary.ts';

export default defineQuery('list_activities', {
  tag: 'Activities',
  summary: 'List activities',
  description:
    'Lists the activities of the organization that match the filters, newest first. To page, pass the ID of the last activity as after. A page may hold fewer activities than its limit if they are large; only an empty page marks the end.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activities run in.'),
    filterByStatus: z
      .array(ActivityStatus)
      .describe('Return only activities with one of these statuses. If absent or empty, any status matches.')
      .optional(),
    paginationOptions: PaginationOptions.optional(),
    filterByType: z
      .array(text('An activity type, with its version.').meta({ examples: ['ACTIVITY_TYPE_CREATE_USERS_V4'] }))
      .describe('Return only activities of one of these types. If absent or empty, any type matches.')
      .optional(),
  }),
  response: z.object({ activities: z.array(Activity).describe('The activities.') }),
  errors: ['INVALID_CURSOR'],
  example: {
    request: {
      organizationId: example.organizationId,
      filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
      filterByType: ['ACTIVITY_TYPE_DELETE_USER_TAGS'],
    },
    response: { activities: [example.activity] },
  },
});
