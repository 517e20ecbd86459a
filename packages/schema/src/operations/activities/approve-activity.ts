import { z } from 'zod';
import { version } from '../../define/define-activity.ts';
import { defineVote } from '../../define/define-vote.ts';
import * as example from '../../examples/index.ts';
import { fingerprint } from '../../vocabulary.ts';

export default defineVote('approve_activity', {
  tag: 'Activities',
  summary: 'Approve an activity',
  description:
    'Approves an activity that is waiting for consensus, and returns it. The activity is executed with the last approval that it needs. Approvals count for 24 hours after its submission.',
  selection: 'VOTE_SELECTION_APPROVED',
  intent: version(1, z.strictObject({ fingerprint: fingerprint('The activity to approve, by its fingerprint.') })),
  errors: ['ORGANIZATION_MISMATCH', 'ACTIVITY_NOT_OPEN', 'ACTIVITY_NOT_FOUND'],
  example: {
    parameters: { fingerprint: example.fingerprint },
    activity: example.activity,
  },
});
