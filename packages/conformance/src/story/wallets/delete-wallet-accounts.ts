import { saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['getWalletAccount'],
  input: (_, asked) => ({ walletAccountIds: [asked?.output.account.walletAccountId], deleteWithoutExport: true }),
  shows: ({ walletAccountIds }) => ({ walletAccountIds }),
  fails: 'WALLET_ACCOUNT_NOT_EXPORTED',
  refusals: {
    ...unknown('walletAccountIds'),
    WALLET_ACCOUNT_NOT_EXPORTED: saying(() => ({ deleteWithoutExport: false })),
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'needs more accounts than one request deletes' },
} satisfies Story;
