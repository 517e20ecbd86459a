import listPrivateKeyTags from '@mintmark/schema/operations/private-keys/list-private-key-tags';
import { answer } from '../../core/handlers/implement.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { listTags } from '../../identity/tags/list-tags.ts';

export default answer(listPrivateKeyTags, async (context) => ({
  privateKeyTags: await listTags(context, privateKeyTags),
}));
