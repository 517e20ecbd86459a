import { elevenTimes, offCurve, ofProxyUser, saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';
import { withoutCurve } from '../without-curve.ts';

export default {
  after: ['createUsers'],
  input: (stage, users) => ({ userId: users?.output.userIds[0], apiKeys: [stage.newApiKey(), stage.newApiKey()] }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('userId'),
    INVALID_PUBLIC_KEY: saying((_, stage) => ({ apiKeys: [stage.newApiKey({ publicKey: offCurve })] })),
    ALREADY_EXISTS: saying((_, { root, newApiKey }) => ({ apiKeys: [newApiKey({ publicKey: root.publicKey })] })),
    RESOURCE_LIMIT_EXCEEDED: saying((_, stage) => ({ apiKeys: elevenTimes(stage.newApiKey) })),
  },
  older: {
    ACTIVITY_TYPE_CREATE_API_KEYS: ({ apiKeys, ...input }) => ({ ...input, apiKeys: apiKeys.map(withoutCurve) }),
  },
} satisfies Story;
