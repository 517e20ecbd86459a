import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['updateUser'],
  input: (_, updated) => ({ userId: updated?.output.userId }),
  shows: (_, __, updated) => {
    const { userTagIds: userTags, ...user } = updated?.input ?? {};
    return { user: { ...user, userTags, oauthProviders: [] } };
  },
  refusals: unknown('userId'),
} satisfies Story;
