import createApiKeys from '@mintmark/schema/operations/credentials/create-api-keys';
import { implement } from '../../core/handlers/implement.ts';
import { registerApiKeys } from '../../identity/credentials/api-keys.ts';
import { ownUser } from '../../identity/users/about-user.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';

export default implement(
  createApiKeys,
  async (context, { userId, apiKeys }) => {
    await requireChangeableUsers(context, [userId]);
    return { apiKeyIds: await registerApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
  },
  ownUser,
);
