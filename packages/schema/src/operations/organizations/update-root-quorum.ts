import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { reachableThreshold, threshold } from '../../fields/organizations/root-quorum.ts';
import { rootQuorumOnly } from '../../policy.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('update_root_quorum', {
  tag: 'Organizations',
  summary: 'Update the root quorum',
  description:
    'Sets the root users, and how many of them must approve. At least that many must be able to act. If the previous quorum had permanent access, the new one must have it too. Only the root quorum can do this.',
  intent: version(
    1,
    z.strictObject({
      threshold: threshold(),
      userIds: z.array(id('A user.')).describe('The new root users; they replace the previous ones.'),
    }),
  ),
  rules: [
    {
      ...reachableThreshold,
      path: 'threshold',
      holds: ({ threshold, userIds }) => threshold <= new Set(userIds.map((userId) => userId.toLowerCase())).size,
    },
  ],
  result: version(1, z.object({})),
  policy: rootQuorumOnly,
  errors: ['RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED', 'QUORUM_USER_CHANGED'],
  example: {
    parameters: { threshold: 2, userIds: [example.userId, example.otherUserId] },
    result: {},
  },
});
