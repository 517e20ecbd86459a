import { addReachableUser } from '../passcodes.ts';
import { offCurve, ofProxyUser, saying, sharedKey, unknown } from '../refusals.ts';
import { byLimitedSession } from '../session-profiles.ts';
import type { Story } from '../story.ts';

/** The e-mail addresses of the users who get a session, by id. */
const emails = new Map<string, string>();

export default {
  input: async (stage) => {
    const { userId, userEmail } = await addReachableUser(stage);
    emails.set(userId, userEmail);
    return { targetPublicKey: stage.newKey().publicKey.hex, userId };
  },
  shows: ({ userId }, { name }) => ({ userId, organizationName: name, username: 'Ada' }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...byLimitedSession,
    ...unknown('userId'),
    ...sharedKey,
    ...ofProxyUser('userId'),
    INVALID_PUBLIC_KEY: saying(() => ({ targetPublicKey: offCurve })),
  },
  unprovoked: { AMBIGUOUS_CONTACT: 'only version 1 names a contact' },
  older: {
    ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: ({ targetPublicKey, userId }) => ({
      targetPublicKey,
      email: emails.get(userId),
    }),
  },
} satisfies Story;
