import listUsers from '@mintmark/schema/queries/list-users';
import { answer } from '../implement.ts';
import { readUsers, userRecord } from '../records/user-record.ts';

export default answer(listUsers, async (context) => ({
  users: (await readUsers(context)).map(userRecord),
}));
