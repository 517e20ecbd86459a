import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';
import { settle } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeposit'],
  by: ({ parent }) => parent,
  input: async ({ parent }, deposit) => {
    const { depositRequestId } = deposit?.output ?? {};
    await settle(parent, 'getEarnDepositStatus', { depositRequestId });
    return { depositRequestId };
  },
  shows: () => ({ status: 'COMPLETED' }),
  refusals: unknown('depositRequestId'),
} satisfies Story;
