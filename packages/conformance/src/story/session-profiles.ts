import type { Actor, Stage } from './stage.ts';
import type { Call } from './story.ts';

const everyRun = {
  sessionProfileName: 'Conformance',
  scope: "activity.resource == 'AUTH' || activity.resource == 'CREDENTIAL'",
  expirationSeconds: '3600',
};

/** The session profile of all stories. A target has few of them and keeps them for ever, so each run uses the same one. */
export async function sharedProfile({
  parent,
}: Pick<Stage, 'parent'>): Promise<typeof everyRun & { sessionProfileId: string }> {
  const find = async () => {
    const { sessionProfiles } = await parent.call('getSessionProfiles', {});
    return sessionProfiles.find(
      ({ sessionProfileName }: typeof everyRun) => sessionProfileName === everyRun.sessionProfileName,
    );
  };
  const existing = await find();
  if (existing) return existing;
  // Another run may be creating it.
  await parent.call('createSessionProfile', everyRun).catch(() => undefined);
  return find();
}

/** A session of a user that may only start sessions with its own profile. */
async function limited(stage: Stage, user: Actor): Promise<Actor> {
  const { sessionProfileId } = await sharedProfile(stage);
  const { publicKey } = stage.newApiKey();
  await user.call('stampLoginOrThrow', { publicKey, sessionProfileId });
  return stage.newActor(user.organizationId, user.userId, publicKey);
}

/** The same call by a session that has a session profile. */
export const byLimitedSession = {
  SESSION_PROFILE_REQUIRED: async (stage: Stage, call: Call): Promise<Call> => ({
    ...call,
    by: await limited(stage, call.by),
  }),
};
