import { z } from 'zod';
import { defineQuery } from '../define-query.ts';
import { Activity } from '../envelope.ts';
import * as example from '../examples.ts';
import { id, organizationId } from '../vocabulary.ts';

export default defineQuery('get_activity', {
  tag: 'Activities',
  summary: 'Get an activity',
  description: 'Returns one activity of the organization as it stands now.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity runs in.'),
    activityId: id('The activity.'),
  }),
  response: z.object({ activity: Activity }),
  errors: ['ACTIVITY_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, activityId: example.activityId },
    response: {
      activity: {
        id: example.activityId,
        organizationId: example.organizationId,
        status: 'ACTIVITY_STATUS_COMPLETED',
        type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
        intent: { deleteUserTagsIntent: { userTagIds: [example.userTagId] } },
        result: { deleteUserTagsResult: { userTagIds: [example.userTagId], userIds: [example.userId] } },
        votes: [],
        fingerprint: example.fingerprint,
        canApprove: false,
        canReject: false,
        createdAt: example.rfc3339,
        updatedAt: example.rfc3339,
      },
    },
  },
});
