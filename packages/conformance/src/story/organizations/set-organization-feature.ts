import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: () => ({ name: 'FEATURE_NAME_SMS_AUTH' }),
  shows: ({ name }) => ({ features: [{ name }] }),
  fails: 'UNIMPLEMENTED',
  refusals: {
    UNIMPLEMENTED: saying(() => ({ name: 'FEATURE_NAME_WEBHOOK', value: 'https://example.com' })),
  },
  unprovoked: {
    QUORUM_UNREACHABLE: 'needs a parent organization that has only passkeys',
  },
} satisfies Story;
