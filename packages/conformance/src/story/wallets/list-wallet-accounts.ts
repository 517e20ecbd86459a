import { account, secondAccount } from '../accounts.ts';
import { badCursor, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWalletAccounts'],
  input: (_, added) => ({ walletId: added?.input.walletId, paginationOptions: { limit: '1' } }),
  shows: ({ walletId }, _, added) => ({
    accounts: [
      { walletId, address: added?.output.addresses[0], ...secondAccount },
      { walletId, ...account },
    ],
  }),
  refusals: { ...badCursor, ...unknown('walletId') },
} satisfies Story;
