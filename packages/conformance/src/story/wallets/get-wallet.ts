import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (_, wallet) => ({ walletId: wallet?.output.walletId }),
  shows: ({ walletId }, _, wallet) => ({
    wallet: { walletId, walletName: wallet?.input.walletName, exported: false, imported: false },
  }),
  refusals: unknown('walletId'),
} satisfies Story;
