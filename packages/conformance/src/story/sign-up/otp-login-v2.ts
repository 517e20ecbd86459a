import { loginInput, obtainProxyToken, signUpWith, withSessionKey } from '../passcodes.ts';
import { offCurve, saying, unproved } from '../refusals.ts';
import type { Actor, Stage } from '../stage.ts';
import type { Call, Story } from '../story.ts';

const logIn = async (stage: Stage, contact: string) =>
  loginInput(await obtainProxyToken(stage, contact), stage.newApiKey().publicKey);

/** The same login to an organization that it names, where some users have the address. */
async function loginTo(stage: Stage, { organizationId, call }: Actor, users: number): Promise<Call> {
  const userEmail = stage.newEmail();
  const having = Array.from({ length: users }, () => stage.newUser({ userTags: [], userEmail }));
  await call('createUsersOrThrow', { users: having });
  return { by: stage.visitor, input: { ...(await logIn(stage, userEmail)), organizationId } };
}

export default {
  by: ({ visitor }) => visitor,
  input: async (stage) => {
    const email = stage.newEmail();
    await signUpWith(stage, email);
    return await logIn(stage, email);
  },
  refusals: {
    ...unproved,
    INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
    INVALID_CLIENT_SIGNATURE: saying((_, stage) => ({ publicKey: stage.newApiKey().publicKey })),
    RESOURCE_NOT_FOUND: async (stage, call) => ({ ...call, input: await logIn(stage, stage.newEmail()) }),
    CREDENTIAL_CONFLICT: async (stage, call) => {
      const email = stage.newEmail();
      for (const _ of ['one', 'another']) await signUpWith(stage, email);
      return { ...call, input: await logIn(stage, email) };
    },
    ALREADY_EXISTS: async (stage) => {
      const { root } = stage;
      const { by, input } = await loginTo(stage, root, 1);
      const { organizationId } = input;
      return { by, input: { ...(await withSessionKey(input, root.publicKey)), organizationId } };
    },
    AMBIGUOUS_CONTACT: (stage) => loginTo(stage, stage.root, 2),
    OTP_DISABLED: async (stage) => {
      const owner = await stage.newOrganization();
      const call = await loginTo(stage, owner, 1);
      await owner.call('removeOrganizationFeatureOrThrow', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
      return call;
    },
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] });
      return call;
    },
  },
} satisfies Story;
