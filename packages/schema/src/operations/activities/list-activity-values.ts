import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PageInfo, PaginationOptions } from '../../fields/pagination.ts';
import { ActivityValue } from '../../fields/policies/activity-value.ts';
import { fingerprint, id, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_activity_values', {
  tag: 'Activities',
  summary: 'List the values of an activity',
  description:
    'Lists everything that policies see of an activity, each value in full, for the users who must approve it: the decoded transaction, the signing key, and the parameters that policies can name. Recipients, amounts, fees and calls come first. Wallets, keys and contract interfaces are read in their current state. If they change between two pages, the cursor is refused, so that pages never mix two lists. A page may hold fewer values than its limit if they are long; pageInfo shows whether more follow.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity runs in.'),
    fingerprint: fingerprint('The activity, by its fingerprint, as in a vote.'),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({
    activityId: id('The activity.'),
    totalValues: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .meta({ description: 'Total number of values on all pages.', examples: [14] }),
    values: z.array(ActivityValue).describe('The values of this page.'),
    pageInfo: PageInfo,
  }),
  errors: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_DECIDABLE', 'INVALID_CURSOR'],
  example: {
    request: {
      organizationId: example.organizationId,
      fingerprint: example.fingerprint,
    },
    response: {
      activityId: example.activityId,
      totalValues: 4,
      values: [
        { name: 'activity.type', value: "'ACTIVITY_TYPE_CREATE_WALLET'" },
        { name: 'activity.kind', value: "'CREATE_WALLET'" },
        { name: 'activity.resource', value: "'WALLET'" },
        { name: 'activity.action', value: "'CREATE'" },
      ],
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: 'MS4wLjRmMWM4ZTJhOWQwYjM3NjU',
        endCursor: 'MS4zLjRmMWM4ZTJhOWQwYjM3NjU',
      },
    },
  },
});
