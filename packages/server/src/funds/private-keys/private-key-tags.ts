import { privateKeyTagsTable } from '../../identity/tags/private-key-tags-table.ts';
import type { TagKind } from '../../identity/tags/tag-kind.ts';
import { requirePrivateKeys } from './private-key.ts';

/** Tags of private keys. */
export const privateKeyTags: TagKind = {
  type: 'TAG_TYPE_PRIVATE_KEY',
  noun: 'private key',
  links: privateKeyTagsTable,
  member: 'privateKeyId',
  requireMembers: requirePrivateKeys,
};
