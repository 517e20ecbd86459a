import getUser from '@mintmark/schema/queries/get-user';
import { ApiError } from '../api-error.ts';
import { answer } from '../implement.ts';
import { readUsers, userRecord } from '../records/user-record.ts';

export default answer(getUser, async (context, { userId }) => {
  const [user] = await readUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  return { user: userRecord(user) };
});
