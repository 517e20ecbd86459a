import createApiKeys from '@mintmark/schema/activities/create-api-keys';
import { implement } from '../implement.ts';
import { registerApiKeys } from '../users/credentials.ts';
import { ownUser } from '../users/own-user.ts';
import { requireUsers } from '../users/require-users.ts';

export default implement(
  createApiKeys,
  async (context, { userId, apiKeys }) => {
    await requireUsers(context, [userId]);
    return { apiKeyIds: await registerApiKeys(context, userId, apiKeys, 'parameters.apiKeys') };
  },
  ownUser,
);
