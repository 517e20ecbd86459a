import deleteApiKeys from '@mintmark/schema/operations/credentials/delete-api-keys';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { ownUser, seenUser } from '../../identity/users/about-user.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { refuseProxyUser } from '../../identity/users/require-users.ts';
import { readUsers } from '../../identity/users/user-record.ts';

export default implement(
  deleteApiKeys,
  async (context, { userId, ...parameters }) => {
    const { now, writer } = context;
    const apiKeyIds = distinctIds(parameters.apiKeyIds);
    await refuseProxyUser(context, [userId]);
    const [user] = await readUsers(context, [userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    const rows = user.apiKeys.filter(({ id }) => apiKeyIds.includes(id));
    if (rows.length < apiKeyIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'the user has no such API key');
    await keepAccess(context, () => writer.change(apiKeysTable, rows, { deletedAt: now, updatedAt: now }), { userId });
    return { apiKeyIds };
  },
  {
    ...ownUser,
    policyParameters: ({ userId, apiKeyIds }) => ({ ...seenUser({ userId }), api_key_ids: distinctIds(apiKeyIds) }),
  },
);
