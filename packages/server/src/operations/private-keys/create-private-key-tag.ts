import createPrivateKeyTag from '@mintmark/schema/operations/private-keys/create-private-key-tag';
import { implement } from '../../core/handlers/implement.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { createTag, newTag } from '../../identity/tags/create-tag.ts';

export default implement(
  createPrivateKeyTag,
  async (context, { privateKeyTagName, privateKeyIds }) => {
    const { tagId, memberIds } = await createTag(context, privateKeyTags, {
      name: privateKeyTagName,
      memberIds: privateKeyIds,
    });
    return { privateKeyTagId: tagId, privateKeyIds: memberIds };
  },
  {
    effectFor: ({ privateKeyTagName: name, privateKeyIds: ids }) =>
      ids.length === 0
        ? (context) => {
            const { parts, result: privateKeyTagId } = newTag(context, privateKeyTags, name);
            return { parts, result: { privateKeyTagId, privateKeyIds: [] } };
          }
        : undefined,
  },
);
