import { organizationId } from './organizations.ts';
import { rfc3339 } from './timestamp.ts';
import { userId, userTagId } from './users.ts';

export const activityId = '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d72';

/** The hash of the body that deletes the user tag. */
export const fingerprint = 'sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2';

/** The activity of that body. */
export const activity = {
  id: activityId,
  organizationId,
  status: 'ACTIVITY_STATUS_COMPLETED' as const,
  type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
  intent: { deleteUserTagsIntent: { userTagIds: [userTagId] } },
  result: { deleteUserTagsResult: { userTagIds: [userTagId], userIds: [userId] } },
  votes: [],
  fingerprint,
  canApprove: false,
  canReject: false,
  createdAt: rfc3339,
  updatedAt: rfc3339,
};
