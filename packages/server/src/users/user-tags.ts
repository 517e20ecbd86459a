import type { TagKind } from '../tags/tag-kind.ts';
import { requireChangeableUsers } from './require-users.ts';

/** Tags of users. */
export const userTags: TagKind = {
  type: 'TAG_TYPE_USER',
  noun: 'user',
  links: 'user_tags',
  member: 'userId',
  requireMembers: requireChangeableUsers,
};
