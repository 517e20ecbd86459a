import createOauthProviders from '@mintmark/schema/operations/credentials/create-oauth-providers';
import { implement } from '../../contract/implement.ts';
import { insertProviders, verifyProviders } from '../../credentials/oauth-providers.ts';
import { ownUser } from '../../users/about-user.ts';
import { requireChangeableUsers } from '../../users/require-users.ts';

export default implement(createOauthProviders, {
  ...ownUser,
  async inputs(context, { userId }) {
    await requireChangeableUsers(context, [userId]);
  },
  prepare: (context, { oauthProviders }) => verifyProviders(context, oauthProviders, 'parameters.oauthProviders'),
  async execute(context, { userId }, verified) {
    return { providerIds: await insertProviders(context, userId, verified) };
  },
});
