import { z } from 'zod';
import { component } from '../../component.ts';
import { id, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { User } from '../users/user.ts';

export const VoteSelection = component(
  'VoteSelection',
  'Whether a vote approves or rejects.',
  z.enum(['VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED']),
);

export const Vote = component(
  'Vote',
  'Approval or rejection of an activity by one user.',
  z.object({
    id: id('The vote.'),
    userId: id('The user who voted.'),
    user: User,
    activityId: id('The activity that was voted on.'),
    selection: VoteSelection,
    message: text('The exact body that the user stamped.'),
    publicKey: text('Public key of the stamp.'),
    signature: text('Signature of the stamp.'),
    scheme: text('Signature scheme of the stamp.'),
    createdAt: Timestamp,
  }),
);
