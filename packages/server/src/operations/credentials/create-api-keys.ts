import createApiKeys from '@mintmark/schema/operations/credentials/create-api-keys';
import { implement } from '../../contract/implement.ts';
import { registerApiKeys } from '../../credentials/api-keys.ts';
import { ownUser } from '../../users/about-user.ts';
import { requireChangeableUsers } from '../../users/require-users.ts';

export default implement(
  createApiKeys,
  async (context, { userId, apiKeys }) => {
    await requireChangeableUsers(context, [userId]);
    return { apiKeyIds: await registerApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
  },
  ownUser,
);
