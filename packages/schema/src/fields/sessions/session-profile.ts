import { z } from 'zod';
import { component } from '../../component.ts';
import * as example from '../../examples/index.ts';
import { boundedText, id, label, remarks, seconds, storedLabel } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

const nameWords = 'Name of the profile, which is the type of its sessions in their tokens.';

/** What an organization says about a session profile. */
export const sessionProfileFields = {
  sessionProfileName: label(nameWords, 'Signing only'),
  scope: boundedText(
    'What the sessions may do, as an expression of the policy language of at most 4,096 characters, like the condition of a policy.',
    4096,
  ).meta({ examples: [example.sessionProfile.scope] }),
  expirationSeconds: seconds(
    'How long the sessions live at most, in seconds. Without it, as long as asked.',
  ).optional(),
  notes: remarks('Remarks for people.').optional(),
};

export const SessionProfile = component(
  'SessionProfile',
  'A limit for sessions: what they may do, and how long they live.',
  z.object({
    sessionProfileId: id('The profile.'),
    ...sessionProfileFields,
    sessionProfileName: storedLabel(nameWords, 'Signing only'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
