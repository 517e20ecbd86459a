import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: () => ({}),
  shows: (_, __, users) => ({ users: [{ userId: users?.output.userIds[0], userName: 'Ada' }] }),
} satisfies Story;
