import { saying, unknownId, userRefusals } from '../refusals.ts';
import type { Story } from '../story.ts';
import { withoutCurve } from '../without-curve.ts';

export default {
  input: (stage) => ({ users: [stage.newUser({ userTags: [] })] }),
  fails: 'ALREADY_EXISTS',
  refusals: {
    ...userRefusals('users', { userTags: [] }),
    RESOURCE_NOT_FOUND: saying((_, stage) => ({ users: [stage.newUser({ userTags: [unknownId] })] })),
  },
  older: {
    ACTIVITY_TYPE_CREATE_USERS_V3: (input) => input,
    ACTIVITY_TYPE_CREATE_USERS_V2: ({ users: [{ oauthProviders: _, apiKeys, ...user }] }) => ({
      users: [{ ...user, apiKeys: apiKeys.map(withoutCurve) }],
    }),
  },
} satisfies Story;
