import { attestedBy, obtainToken } from '../passcodes.ts';
import { offCurve, saying, sharedKey, unknownId, unsignedToken } from '../refusals.ts';
import { byLimitedSession } from '../session-profiles.ts';
import type { Actor, Stage } from '../stage.ts';
import type { Story } from '../story.ts';

/** Somebody with a verification token for an address that some users of an organization have. */
async function proved(stage: Stage, owner: Actor, users: number): Promise<Actor> {
  const userEmail = stage.newEmail();
  const having = Array.from({ length: users }, () => stage.newUser({ userTags: [], userEmail }));
  await owner.call('createUsersOrThrow', { users: having });
  return attestedBy(stage, owner.organizationId, await obtainToken(stage, owner, userEmail));
}

export default {
  isAlone: true,
  input: (stage) => ({ publicKey: stage.newApiKey().publicKey }),
  refusals: {
    ...byLimitedSession,
    ...sharedKey,
    INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
    SESSION_PROFILE_NOT_FOUND: saying(() => ({ sessionProfileId: unknownId })),
    ALREADY_EXISTS: saying((_, { root }) => ({ publicKey: root.publicKey })),
    // Every user may log in, but only to its own organization.
    REQUEST_NOT_AUTHORIZED: ({ parent, root }, call) => ({
      ...call,
      by: parent,
      organizationId: root.organizationId,
    }),
    INVALID_VERIFICATION_TOKEN: (stage, call) => ({
      ...call,
      by: attestedBy(stage, stage.root.organizationId, { verificationToken: unsignedToken }),
    }),
    INVALID_OIDC_TOKEN: (stage, call) => ({
      ...call,
      by: attestedBy(stage, stage.root.organizationId, { oidcToken: unsignedToken }),
    }),
    AMBIGUOUS_CONTACT: async (stage, call) => ({ ...call, by: await proved(stage, stage.root, 2) }),
    OTP_DISABLED: async (stage, call) => {
      const owner = await stage.newOrganization();
      const by = await proved(stage, owner, 1);
      await owner.call('removeOrganizationFeatureOrThrow', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
      return { ...call, by };
    },
  },
} satisfies Story;
