import type { TagKind } from '../tags/tag-kind.ts';
import { userTagsTable } from '../tags/user-tags-table.ts';
import { requireChangeableUsers } from './require-users.ts';
import { tagsDigest } from './tags-digest.ts';
import { readUsers } from './user-record.ts';
import { usersTable } from './users-table.ts';

/** Tags of users. */
export const userTags: TagKind = {
  type: 'TAG_TYPE_USER',
  noun: 'user',
  links: userTagsTable,
  member: 'userId',
  requireMembers: requireChangeableUsers,
  noteTags: async (context, userIds, tagIdsAfter) => {
    // What was changed in the database alone is refused here, not covered by a new digest.
    for (const user of userIds.length > 0 ? await readUsers(context, userIds) : []) {
      const tagIds = user.tags.map(({ tagId }) => tagId);
      const changes = { tagsDigest: tagsDigest(tagIdsAfter(tagIds, user.id)) };
      if (changes.tagsDigest !== user.tagsDigest) await context.writer.change(usersTable, [user], changes);
    }
  },
};
