import { receivers } from '../../targets/swap-receivers.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';
import { newReceiver } from '../swap-receivers.ts';

export default {
  by: ({ parent }) => parent,
  input: async (stage) => ({
    feeReceiverWalletAddress: await newReceiver(stage, receivers.withFees),
    feeBps: '30',
  }),
  shows: (input) => input,
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    SERVICE_TIER_REQUIRED: saying(() => ({ stableFeeBps: '5' })),
    RESOURCE_NOT_FOUND: saying(() => ({ feeReceiverWalletAddress: `0x${'1'.repeat(40)}` })),
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'needs a target that has as many wallets as it may have' },
} satisfies Story;
