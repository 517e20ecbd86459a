import createUsers from '@mintmark/schema/operations/users/create-users';
import { implement } from '../../contract/implement.ts';
import { createUser } from '../../users/create-user.ts';

export default implement(createUsers, async (context, { users }) => {
  const userIds: string[] = [];
  for (const [index, user] of users.entries())
    userIds.push(await createUser(context, user, `parameters.users.${index}`));
  return { userIds };
});
