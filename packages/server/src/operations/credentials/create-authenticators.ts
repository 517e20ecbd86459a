import createAuthenticators from '@mintmark/schema/operations/credentials/create-authenticators';
import { implement } from '../../core/handlers/implement.ts';
import { registerAuthenticators } from '../../identity/credentials/authenticators.ts';
import { ownUser } from '../../identity/users/about-user.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';

export default implement(
  createAuthenticators,
  async (context, { userId, authenticators }) => {
    await requireChangeableUsers(context, [userId]);
    const authenticatorIds = await registerAuthenticators(context, userId, authenticators, 'parameters.authenticators');
    return { authenticatorIds };
  },
  ownUser,
);
