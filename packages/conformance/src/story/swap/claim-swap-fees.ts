import { receivers } from '../../targets/swap-receivers.ts';
import type { Story } from '../story.ts';
import { claimFor } from '../swap-receivers.ts';

export default {
  needsSignIn: true,
  after: ['upsertSwapConfig'],
  by: ({ parent }) => parent,
  input: () => ({}),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    SWAP_CONFIG_NOT_SET: async ({ parent }, call) => {
      await parent.call('upsertSwapConfigOrThrow', {});
      return call;
    },
    RESOURCE_NOT_FOUND: async ({ parent }, call) => {
      const { feeReceiverWalletAddress: receiver } = await parent.call('upsertSwapConfigOrThrow', { feeBps: '30' });
      const { wallets } = await parent.call('listWallets', {});
      for (const { walletId } of wallets) {
        const { accounts } = await parent.call('listWalletAccounts', { walletId });
        if (accounts.some(({ address }: { address: string }) => address === receiver))
          await parent.call('deleteWalletsOrThrow', { walletIds: [walletId], deleteWithoutExport: true });
      }
      return call;
    },
    NO_SWAP_FEES: claimFor(receivers.withoutFees),
    SWAP_PROVIDER_FAILED: claimFor(receivers.unknown),
  },
  unprovoked: {
    SWAP_PROVIDER_NOT_CONFIGURED: 'the target has a swap provider',
    SWAP_CLAIM_IN_PROGRESS: 'the provider of the target accepts every claim immediately',
  },
} satisfies Story;
