import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: () => ({}),
  shows: (_, stage) => ({ auditHead: { organizationId: stage.root.organizationId } }),
} satisfies Story;
