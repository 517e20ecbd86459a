import listUserTags from '@mintmark/schema/operations/users/list-user-tags';
import { answer } from '../../core/handlers/implement.ts';
import { listTags } from '../../identity/tags/list-tags.ts';
import { userTags } from '../../identity/users/user-tags.ts';

export default answer(listUserTags, async (context) => ({ userTags: await listTags(context, userTags) }));
