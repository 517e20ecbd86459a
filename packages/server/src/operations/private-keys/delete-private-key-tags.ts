import deletePrivateKeyTags from '@mintmark/schema/operations/private-keys/delete-private-key-tags';
import { implement } from '../../core/handlers/implement.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { deleteTags } from '../../identity/tags/delete-tags.ts';

export default implement(deletePrivateKeyTags, async (context, { privateKeyTagIds }) => {
  const { tagIds, memberIds } = await deleteTags(context, privateKeyTags, privateKeyTagIds);
  return { privateKeyTagIds: tagIds, privateKeyIds: memberIds };
});
