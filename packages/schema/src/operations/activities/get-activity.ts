import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import { Activity } from '../../define/envelope.ts';
import * as example from '../../examples/index.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_activity', {
  tag: 'Activities',
  summary: 'Get an activity',
  description: 'Returns one activity of the organization in its current state.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity runs in.'),
    activityId: id('The activity.'),
  }),
  response: z.object({ activity: Activity }),
  errors: ['ACTIVITY_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, activityId: example.activityId },
    response: { activity: example.activity },
  },
});
