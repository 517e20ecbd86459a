import { z } from 'zod';
import { component } from '../../component.ts';
import { id } from '../../vocabulary.ts';

const invalidThreshold = 'quorum threshold must be a non-zero integer';

export const threshold = () =>
  z
    .int(invalidThreshold)
    .min(1, invalidThreshold)
    .max(2 ** 31 - 1)
    .meta({ description: 'How many of the root users must approve.', examples: [1] });

/** The rule for users and a threshold that are given together. */
export const reachableThreshold = {
  error: 'QUORUM_UNREACHABLE',
  description: 'The threshold is at most the number of root users.',
} as const;

export const RootQuorum = component(
  'RootQuorum',
  'The users who may do everything in an organization once enough of them approve.',
  z.object({
    threshold: threshold(),
    userIds: z.array(id('A root user.')).describe('The root users.'),
  }),
);
