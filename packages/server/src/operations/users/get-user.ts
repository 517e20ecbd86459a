import getUser from '@mintmark/schema/operations/users/get-user';
import { ApiError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import { readUsers, userRecord } from '../../identity/users/user-record.ts';

export default answer(getUser, async (context, { userId }) => {
  const [user] = await readUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  return { user: userRecord(user) };
});
