import deleteOauthProviders from '@mintmark/schema/operations/credentials/delete-oauth-providers';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { oauthProvidersTable } from '../../identity/credentials/oauth-providers-table.ts';
import { ownUser } from '../../identity/users/about-user.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { refuseProxyUser } from '../../identity/users/require-users.ts';
import { readUsers } from '../../identity/users/user-record.ts';

export default implement(
  deleteOauthProviders,
  async (context, { userId, ...parameters }) => {
    const { now, writer } = context;
    const providerIds = distinctIds(parameters.providerIds);
    await refuseProxyUser(context, [userId]);
    const [user] = await readUsers(context, [userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    const rows = user.oauthProviders.filter(({ id }) => providerIds.includes(id));
    if (rows.length < providerIds.length)
      throw new ApiError('RESOURCE_NOT_FOUND', 'the user has no such OAuth provider');
    await keepAccess(context, () => writer.change(oauthProvidersTable, rows, { deletedAt: now, updatedAt: now }), {
      userId,
    });
    return { providerIds };
  },
  ownUser,
);
