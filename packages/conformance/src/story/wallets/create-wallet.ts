import { account, accountRefusals } from '../accounts.ts';
import { ownerOfAllWallets } from '../limits.ts';
import type { Story } from '../story.ts';

export default {
  input: (stage) => ({ walletName: stage.newName('Treasury'), accounts: [account], mnemonicLength: 24 }),
  fails: 'ALREADY_EXISTS',
  refusals: {
    ...accountRefusals,
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllWallets(stage) }),
  },
} satisfies Story;
