import { badPasskey, elevenTimes, ofProxyUser, saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: (stage, users) => ({ userId: users?.output.userIds[0], authenticators: [stage.newPasskey()] }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('userId'),
    INVALID_ATTESTATION: saying((_, stage) => ({ authenticators: [badPasskey(stage)] })),
    ALREADY_EXISTS: saying(({ authenticators: [passkey] }) => ({ authenticators: [passkey, passkey] })),
    RESOURCE_LIMIT_EXCEEDED: saying((_, stage) => ({ authenticators: elevenTimes(stage.newPasskey) })),
  },
} satisfies Story;
