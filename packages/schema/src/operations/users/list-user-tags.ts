import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Tag } from '../../fields/users/tag.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_user_tags', {
  tag: 'Users',
  summary: 'List user tags',
  description: 'Lists the tags that group the users of the organization, newest first.',
  request: z.strictObject({ organizationId: organizationId('The organization that owns the tags.') }),
  response: z.object({ userTags: z.array(Tag).describe('The tags.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      userTags: [
        {
          tagId: example.userTagId,
          tagName: 'Treasurers',
          tagType: 'TAG_TYPE_USER',
          createdAt: example.timestamp,
          updatedAt: example.timestamp,
        },
      ],
    },
  },
});
