import updatePrivateKeyTag from '@mintmark/schema/operations/private-keys/update-private-key-tag';
import { implement } from '../../core/handlers/implement.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { changeTag } from '../../identity/tags/change-tag.ts';

export default implement(updatePrivateKeyTag, async (context, parameters) => ({
  privateKeyTagId: await changeTag(context, privateKeyTags, {
    tagId: parameters.privateKeyTagId,
    name: parameters.newPrivateKeyTagName,
    added: parameters.addPrivateKeyIds,
    removed: parameters.removePrivateKeyIds,
    removedField: 'parameters.removePrivateKeyIds',
  }),
}));
