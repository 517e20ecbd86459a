import deleteAuthenticators from '@mintmark/schema/operations/credentials/delete-authenticators';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { ownUser } from '../../identity/users/about-user.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { refuseProxyUser } from '../../identity/users/require-users.ts';
import { readUsers } from '../../identity/users/user-record.ts';

export default implement(
  deleteAuthenticators,
  async (context, { userId, ...parameters }) => {
    const { now, writer } = context;
    const authenticatorIds = distinctIds(parameters.authenticatorIds);
    await refuseProxyUser(context, [userId]);
    const [user] = await readUsers(context, [userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    const rows = user.authenticators.filter(({ id }) => authenticatorIds.includes(id));
    if (rows.length < authenticatorIds.length)
      throw new ApiError('RESOURCE_NOT_FOUND', 'the user has no such authenticator');
    await keepAccess(context, () => writer.change(authenticatorsTable, rows, { deletedAt: now, updatedAt: now }), {
      userId,
    });
    return { authenticatorIds };
  },
  ownUser,
);
