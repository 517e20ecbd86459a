import { saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (_, wallet) => ({ walletIds: [wallet?.output.walletId], deleteWithoutExport: true }),
  shows: ({ walletIds }) => ({ walletIds }),
  fails: 'WALLET_ACCOUNT_NOT_EXPORTED',
  refusals: {
    ...unknown('walletIds'),
    WALLET_ACCOUNT_NOT_EXPORTED: saying(() => ({ deleteWithoutExport: false })),
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'needs more accounts than one request deletes' },
} satisfies Story;
