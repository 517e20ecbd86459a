import createPrivateKeyTag from '@mintmark/schema/operations/private-keys/create-private-key-tag';
import { implement } from '../../core/handlers/implement.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { createTag } from '../../identity/tags/create-tag.ts';

export default implement(createPrivateKeyTag, async (context, { privateKeyTagName, privateKeyIds }) => {
  const { tagId, memberIds } = await createTag(context, privateKeyTags, {
    name: privateKeyTagName,
    memberIds: privateKeyIds,
  });
  return { privateKeyTagId: tagId, privateKeyIds: memberIds };
});
