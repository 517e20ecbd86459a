import { saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeys'],
  input: (_, made) => ({ privateKeyIds: [made?.output.privateKeys[0].privateKeyId], deleteWithoutExport: true }),
  shows: ({ privateKeyIds }) => ({ privateKeyIds }),
  fails: 'WALLET_ACCOUNT_NOT_EXPORTED',
  refusals: {
    ...unknown('privateKeyIds'),
    WALLET_ACCOUNT_NOT_EXPORTED: saying(() => ({ deleteWithoutExport: false })),
  },
} satisfies Story;
