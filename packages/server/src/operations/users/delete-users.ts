import deleteUsers from '@mintmark/schema/operations/users/delete-users';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';
import { readUsers } from '../../identity/users/user-record.ts';

export default implement(
  deleteUsers,
  async (context, parameters) => {
    const { now, writer } = context;
    const userIds = distinctIds(parameters.userIds);
    const users = await requireChangeableUsers(context, userIds);
    const theirs = await readUsers(context, userIds);
    const ended = { deletedAt: now, updatedAt: now };
    await keepAccess(context, async () => {
      await writer.change('users', users, ended);
      await writer.change(
        'api_keys',
        theirs.flatMap(({ apiKeys }) => apiKeys),
        ended,
      );
      await writer.change(
        'authenticators',
        theirs.flatMap(({ authenticators }) => authenticators),
        ended,
      );
      await writer.change(
        'oauth_providers',
        theirs.flatMap(({ oauthProviders }) => oauthProviders),
        ended,
      );
      await writer.remove(
        'user_tags',
        theirs.flatMap(({ tags }) => tags),
      );
    });
    return { userIds };
  },
  {
    changedUsers: ({ userIds }) => userIds,
    policyParameters: ({ userIds }) => ({ user_ids: distinctIds(userIds) }),
  },
);
