import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';
import { deployed } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeployWrapper'],
  by: ({ parent }) => parent,
  input: async (stage, deployment) => {
    await deployed(stage, deployment);
    return { deployRequestId: deployment?.output.deployRequestId };
  },
  shows: () => ({ status: 'COMPLETED' }),
  refusals: unknown('deployRequestId'),
} satisfies Story;
