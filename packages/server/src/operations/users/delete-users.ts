import deleteUsers from '@mintmark/schema/operations/users/delete-users';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { oauthProvidersTable } from '../../identity/credentials/oauth-providers-table.ts';
import { userTagsTable } from '../../identity/tags/user-tags-table.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';
import { readUsers } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';

export default implement(
  deleteUsers,
  async (context, parameters) => {
    const { now, writer } = context;
    const userIds = distinctIds(parameters.userIds);
    const users = await requireChangeableUsers(context, userIds);
    const theirs = await readUsers(context, userIds);
    const ended = { deletedAt: now, updatedAt: now };
    await keepAccess(context, async () => {
      await writer.change(usersTable, users, ended);
      await writer.change(
        apiKeysTable,
        theirs.flatMap(({ apiKeys }) => apiKeys),
        ended,
      );
      await writer.change(
        authenticatorsTable,
        theirs.flatMap(({ authenticators }) => authenticators),
        ended,
      );
      await writer.change(
        oauthProvidersTable,
        theirs.flatMap(({ oauthProviders }) => oauthProviders),
        ended,
      );
      await writer.remove(
        userTagsTable,
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
