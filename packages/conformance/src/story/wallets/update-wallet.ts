import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (stage, wallet) => ({ walletId: wallet?.output.walletId, walletName: stage.newName('Savings') }),
  shows: ({ walletId }) => ({ walletId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('walletId'),
    ALREADY_EXISTS: async (_, call) => {
      const { walletName } = call.input;
      await call.by.call('createWalletOrThrow', { walletName, accounts: [] });
      return call;
    },
  },
} satisfies Story;
