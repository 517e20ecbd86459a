import type { Story } from '../story.ts';

export default { input: ({ root }) => ({ userId: root.userId }) } satisfies Story;
