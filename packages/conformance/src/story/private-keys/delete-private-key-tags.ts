import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeyTag'],
  input: (_, tag) => ({ privateKeyTagIds: [tag?.output.privateKeyTagId] }),
  shows: ({ privateKeyTagIds }, _, tag) => ({ privateKeyTagIds, privateKeyIds: tag?.input.privateKeyIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('privateKeyTagIds'),
} satisfies Story;
