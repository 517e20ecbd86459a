import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';
import { settle } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnWithdraw'],
  by: ({ parent }) => parent,
  input: async ({ parent }, withdrawal) => {
    const { withdrawRequestId } = withdrawal?.output ?? {};
    await settle(parent, 'getEarnWithdrawStatus', { withdrawRequestId });
    return { withdrawRequestId };
  },
  shows: () => ({ status: 'COMPLETED' }),
  refusals: unknown('withdrawRequestId'),
} satisfies Story;
