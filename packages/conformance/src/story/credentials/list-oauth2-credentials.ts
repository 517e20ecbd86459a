import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauth2Credential'],
  by: ({ parent }) => parent,
  input: () => ({}),
  shows: (_, __, made) => ({ oauth2Credentials: [{ ...made?.output, ...made?.input }] }),
} satisfies Story;
