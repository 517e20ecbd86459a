import { account } from '../accounts.ts';
import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (_, wallet) => ({ walletId: wallet?.output.walletId, path: account.path }),
  shows: ({ walletId }, { root }, wallet) => ({
    account: { walletId, organizationId: root.organizationId, address: wallet?.output.addresses[0], ...account },
  }),
  refusals: unknown('walletId'),
} satisfies Story;
