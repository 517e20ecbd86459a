import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: () => ({}),
  shows: (_, __, wallet) => ({
    wallets: [{ walletId: wallet?.output.walletId, walletName: wallet?.input.walletName }],
  }),
} satisfies Story;
