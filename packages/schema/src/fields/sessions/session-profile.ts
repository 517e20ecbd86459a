import { z } from 'zod';
import { component } from '../../component.ts';
import * as example from '../../examples/index.ts';
import { boundedText, id, label, remarks, seconds, storedLabel } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

const nameWords = 'Name of the profile. Session tokens carry it as the session type.';

/** What an organization says about a session profile. */
export const sessionProfileFields = {
  sessionProfileName: label(nameWords, 'Signing only'),
  scope: boundedText(
    'What the sessions may do, as an expression in the policy language of at most 4,096 characters, like the condition of a policy.',
    4096,
  ).meta({ examples: [example.sessionProfile.scope] }),
  expirationSeconds: seconds(
    'Maximum lifetime of the sessions, in seconds. If absent, sessions live as long as requested.',
  ).optional(),
  notes: remarks('Free-form notes.').optional(),
};

export const SessionProfile = component(
  'SessionProfile',
  'Limits for sessions: what they may do, and how long they live.',
  z.object({
    sessionProfileId: id('The profile.'),
    ...sessionProfileFields,
    sessionProfileName: storedLabel(nameWords, 'Signing only'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
