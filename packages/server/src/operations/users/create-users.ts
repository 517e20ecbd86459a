import createUsers from '@mintmark/schema/operations/users/create-users';
import { implement } from '../../core/handlers/implement.ts';
import {
  hasProviders,
  type VerifiedProvider,
  verifyProvidersOfUsers,
} from '../../identity/credentials/oauth-providers.ts';
import { createUser } from '../../identity/users/create-user.ts';
import { newTagViews } from '../../identity/users/tag-change.ts';
import { idsWithContacts } from '../../identity/users/users-with-contact.ts';

export default implement(createUsers, {
  changedUsers: ({ users }, context) => idsWithContacts(context, users),
  policyViews: async (_, { users }) => [{}, ...newTagViews(users.flatMap(({ userTags }) => userTags))],
  isNeeded: ({ users }) => hasProviders(users),
  inputs: async () => {},
  prepare: async (context, { users }): Promise<VerifiedProvider[][] | undefined> =>
    await verifyProvidersOfUsers(context, users, 'parameters.users'),
  async execute(context, { users }, verified) {
    const userIds: string[] = [];
    for (const [index, user] of users.entries()) {
      const oauthProviders = verified?.[index] ?? [];
      userIds.push(await createUser(context, { ...user, oauthProviders }, `parameters.users.${index}`));
    }
    return { userIds };
  },
});
