import { z } from 'zod';
import { component } from '../../component.ts';
import { id, storedLabel } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const TagType = component(
  'TagType',
  'What a tag applies to.',
  z.enum(['TAG_TYPE_USER', 'TAG_TYPE_PRIVATE_KEY']),
);

export const Tag = component(
  'Tag',
  'A name that groups users or private keys.',
  z.object({
    tagId: id('The tag.'),
    tagName: storedLabel('Human-readable name of the tag.', 'Hot'),
    tagType: TagType,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
