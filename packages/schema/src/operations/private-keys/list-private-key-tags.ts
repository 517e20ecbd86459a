import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Tag } from '../../fields/users/tag.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_private_key_tags', {
  tag: 'Private keys',
  summary: 'List private key tags',
  description: 'Lists the tags that group the private keys of the organization.',
  request: z.strictObject({ organizationId: organizationId('The organization that owns the tags.') }),
  response: z.object({ privateKeyTags: z.array(Tag).describe('The tags.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      privateKeyTags: [
        {
          tagId: example.privateKeyTagId,
          tagName: 'Hot',
          tagType: 'TAG_TYPE_PRIVATE_KEY',
          createdAt: example.timestamp,
          updatedAt: example.timestamp,
        },
      ],
    },
  },
});
