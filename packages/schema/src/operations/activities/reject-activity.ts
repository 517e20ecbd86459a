import { z } from 'zod';
import { version } from '../../define/define-activity.ts';
import { defineVote } from '../../define/define-vote.ts';
import * as example from '../../examples/index.ts';
import { fingerprint } from '../../vocabulary.ts';

export default defineVote('reject_activity', {
  tag: 'Activities',
  summary: 'Reject an activity',
  description:
    'Rejects an activity that is waiting for consensus, and returns it. One rejection by a user whose approval would have counted is final.',
  selection: 'VOTE_SELECTION_REJECTED',
  intent: version(1, z.strictObject({ fingerprint: fingerprint('The activity to reject, by its fingerprint.') })),
  errors: ['ORGANIZATION_MISMATCH', 'ACTIVITY_NOT_OPEN', 'ACTIVITY_NOT_FOUND'],
  example: {
    parameters: { fingerprint: example.fingerprint },
    activity: example.activity,
  },
});
