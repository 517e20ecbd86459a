import { deployer } from '../../targets/listed-vaults.ts';
import { withoutQueue } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';
import { deployed, nobody, withoutVaults } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeployWrapper'],
  by: ({ parent }) => parent,
  input: async (stage, deployment) => ({
    wrapperAddress: await deployed(stage, deployment),
    signWith: deployer,
    assets: '1000',
    chainCaip2: 'eip155:1',
  }),
  fails: 'EARN_WRAPPER_NOT_FOUND',
  refusals: {
    EARN_WRAPPER_NOT_FOUND: saying(() => ({ wrapperAddress: nobody })),
    EARN_DEPOSITS_DISABLED: async ({ parent }, call) => {
      const { wrapperAddress } = call.input;
      await parent.call('earnSetWrapperStateOrThrow', { wrapperAddress, depositsDisabled: true });
      return call;
    },
    RESOURCE_NOT_FOUND: saying(() => ({ signWith: nobody })),
    INVALID_TRANSACTION: saying(() => ({ sponsor: true })),
  },
  unprovoked: { ...withoutVaults, ...withoutQueue, RPC_CALL_ERROR: 'needs a node that gives no usable answer' },
} satisfies Story;
