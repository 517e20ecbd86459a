import listUsers from '@mintmark/schema/operations/users/list-users';
import { answer } from '../../core/handlers/implement.ts';
import { readUsers, userRecord } from '../../identity/users/user-record.ts';

export default answer(listUsers, async (context) => ({
  users: (await readUsers(context)).map(userRecord),
}));
