import createAuthenticators from '@mintmark/schema/operations/credentials/create-authenticators';
import { implement } from '../../contract/implement.ts';
import { registerAuthenticators } from '../../credentials/authenticators.ts';
import { ownUser } from '../../users/own-user.ts';
import { requireUsers } from '../../users/require-users.ts';

export default implement(
  createAuthenticators,
  async (context, { userId, authenticators }) => {
    await requireUsers(context, [userId]);
    const authenticatorIds = await registerAuthenticators(context, userId, authenticators, 'parameters.authenticators');
    return { authenticatorIds };
  },
  ownUser,
);
