import { heldBy, loginInput, withSessionKey } from '../passcodes.ts';
import { offCurve, saying, unknownId, unproved } from '../refusals.ts';
import { byLimitedSession } from '../session-profiles.ts';
import type { Actor, Stage } from '../stage.ts';
import type { Call, Done, Story } from '../story.ts';

/** The user who logs in next: the newest. */
async function newestUser(by: Actor) {
  const { users } = await by.call('listUsers', {});
  return users[0];
}

/** The same login in an organization of its own, which can be changed. */
async function elsewhere(stage: Stage, { prepareOn }: Call) {
  if (!prepareOn) throw new Error('the call was not prepared');
  const root = await stage.newOrganization();
  return { ...(await prepareOn({ ...stage, root })), by: root };
}

export default {
  after: ['verifyOtp'],
  input: (stage, verified) => loginInput(heldBy(verified as Done), stage.newApiKey().publicKey),
  fails: 'SESSION_PROFILE_NOT_FOUND',
  refusals: {
    ...byLimitedSession,
    ...unproved,
    INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
    INVALID_CLIENT_SIGNATURE: saying((_, stage) => ({ publicKey: stage.newApiKey().publicKey })),
    SESSION_PROFILE_NOT_FOUND: saying(() => ({ sessionProfileId: unknownId })),
    ALREADY_EXISTS: async (_, call) => ({ ...call, input: await withSessionKey(call.input, call.by.publicKey) }),
    RESOURCE_NOT_FOUND: async (stage, given) => {
      const call = await elsewhere(stage, given);
      const { userId } = await newestUser(call.by);
      await call.by.call('deleteUsersOrThrow', { userIds: [userId] });
      return call;
    },
    AMBIGUOUS_CONTACT: async (stage, given) => {
      const call = await elsewhere(stage, given);
      const { userEmail } = await newestUser(call.by);
      await call.by.call('createUsersOrThrow', { users: [stage.newUser({ userTags: [], userEmail })] });
      return call;
    },
    OTP_DISABLED: async (stage, given) => {
      const call = await elsewhere(stage, given);
      await call.by.call('removeOrganizationFeatureOrThrow', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
      return call;
    },
  },
  unprovoked: { ACTIVITY_TYPE_DISABLED: 'the target accepts the older type' },
  older: { ACTIVITY_TYPE_OTP_LOGIN: (input) => input },
} satisfies Story;
