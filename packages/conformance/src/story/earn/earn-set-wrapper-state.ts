import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';
import { deployed, nobody } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeployWrapper'],
  by: ({ parent }) => parent,
  input: async (stage, deployment) => ({ wrapperAddress: await deployed(stage, deployment), depositsDisabled: true }),
  shows: ({ wrapperAddress }) => ({ wrapperAddress, depositsDisabled: true }),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    EARN_WRAPPER_NOT_FOUND: saying(() => ({ wrapperAddress: nobody })),
  },
} satisfies Story;
