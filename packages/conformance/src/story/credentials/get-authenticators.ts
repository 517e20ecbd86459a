import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createAuthenticators'],
  input: (_, made) => ({ userId: made?.input.userId }),
  shows: (_, __, made) => ({ authenticators: [{ authenticatorId: made?.output.authenticatorIds[0] }] }),
  refusals: unknown('userId'),
} satisfies Story;
