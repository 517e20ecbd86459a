import createOauthProviders from '@mintmark/schema/operations/credentials/create-oauth-providers';
import { implement } from '../../core/handlers/implement.ts';
import { insertProviders, verifyProviders } from '../../identity/credentials/oauth-providers.ts';
import { ownUser } from '../../identity/users/about-user.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';

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
