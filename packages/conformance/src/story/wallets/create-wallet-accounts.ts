import { accountRefusals, secondAccount } from '../accounts.ts';
import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWallet'],
  input: (_, wallet) => ({ walletId: wallet?.output.walletId, accounts: [secondAccount] }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: { ...unknown('walletId'), ...accountRefusals },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'needs a wallet with a thousand accounts' },
} satisfies Story;
