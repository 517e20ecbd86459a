import getUser from '@mintmark/schema/operations/users/get-user';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readUsers, userRecord } from '../../identity/users/user-record.ts';

export default answer(getUser, async (context, { userId }) => {
  const [user] = await readUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  return { user: userRecord(user) };
});
