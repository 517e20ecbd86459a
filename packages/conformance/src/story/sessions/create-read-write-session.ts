import { carryOut } from '../passcodes.ts';
import { offCurve, saying, sharedKey } from '../refusals.ts';
import { byLimitedSession } from '../session-profiles.ts';
import type { Story } from '../story.ts';

/** The e-mail addresses of the users who start a session, by id. */
const emails = new Map<string, string>();

export default {
  isAlone: true,
  input: async (stage) => {
    const { root } = stage;
    const userEmail = stage.newEmail();
    await carryOut(stage, 'updateUserEmail', { userId: root.userId, userEmail });
    emails.set(root.userId, userEmail);
    return { targetPublicKey: stage.newKey().publicKey.hex, userId: root.userId };
  },
  shows: ({ userId }, { name }) => ({ userId, organizationName: name }),
  refusals: {
    ...byLimitedSession,
    ...sharedKey,
    INVALID_PUBLIC_KEY: saying(() => ({ targetPublicKey: offCurve })),
  },
  older: {
    ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: ({ targetPublicKey, userId }) => ({
      targetPublicKey,
      email: emails.get(userId),
    }),
  },
} satisfies Story;
