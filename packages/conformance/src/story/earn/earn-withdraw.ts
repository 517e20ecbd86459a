import { deployer } from '../../targets/listed-vaults.ts';
import { withoutQueue } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';
import { nobody, settle, withoutVaults } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeposit'],
  by: ({ parent }) => parent,
  input: async ({ parent }, deposit) => {
    const { depositRequestId } = deposit?.output ?? {};
    await settle(parent, 'getEarnDepositStatus', { depositRequestId });
    const { wrapperAddress } = deposit?.input ?? {};
    return { wrapperAddress, signWith: deployer, amountValue: 'max', chainCaip2: 'eip155:1' };
  },
  fails: 'EARN_WRAPPER_NOT_FOUND',
  refusals: {
    EARN_WRAPPER_NOT_FOUND: saying(() => ({ wrapperAddress: nobody })),
    RESOURCE_NOT_FOUND: saying(() => ({ signWith: nobody })),
    INVALID_TRANSACTION: saying(() => ({ sponsor: true })),
    RPC_CALL_ERROR: saying(() => ({ amountValue: '1000000000' })),
  },
  unprovoked: { ...withoutVaults, ...withoutQueue },
} satisfies Story;
