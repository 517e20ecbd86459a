import createAuthenticators from '@mintmark/schema/activities/create-authenticators';
import { implement } from '../implement.ts';
import { registerAuthenticators } from '../users/credentials.ts';
import { ownUser } from '../users/own-user.ts';
import { requireUsers } from '../users/require-users.ts';

export default implement(
  createAuthenticators,
  async (context, { userId, authenticators }) => {
    await requireUsers(context, [userId]);
    const authenticatorIds = await registerAuthenticators(context, userId, authenticators, 'parameters.authenticators');
    return { authenticatorIds };
  },
  ownUser,
);
