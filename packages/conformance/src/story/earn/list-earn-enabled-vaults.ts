import { asset, deployer, vaults } from '../../targets/listed-vaults.ts';
import type { Story } from '../story.ts';
import { deployed } from '../vaults.ts';

export default {
  needsChain: true,
  after: ['earnDeployWrapper'],
  by: ({ parent }) => parent,
  input: async (stage, deployment) => {
    await deployed(stage, deployment);
    return { caip19: `eip155:1/erc20:${asset}` };
  },
  shows: (_, __, deployment) => ({
    enabledVaults: [
      {
        vaultAddress: vaults[0],
        wrapperAddress: deployment?.output.wrapperAddress,
        clientFeeBps: deployment?.input.clientFeeBps,
        clientFeeWallet: deployer,
        depositsDisabled: false,
      },
    ],
  }),
} satisfies Story;
