import { importerRefusals } from '../imports.ts';
import type { Story } from '../story.ts';

export default {
  input: ({ root }) => ({ userId: root.userId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: importerRefusals,
} satisfies Story;
