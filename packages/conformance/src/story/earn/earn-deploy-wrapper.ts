import { withoutQueue } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';
import { deployer, importDeployer, nobody, notAVault, vaults, withoutVaults } from '../vaults.ts';

export default {
  needsChain: true,
  by: ({ parent }) => parent,
  input: async (stage) => {
    await importDeployer(stage);
    return {
      vaultAddress: vaults[0],
      chainCaip2: 'eip155:1',
      // Stories must not disable the wrappers of each other.
      clientFeeBps: String(Math.floor(Math.random() * 4001)),
      clientFeeWallet: deployer,
    };
  },
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    RESOURCE_NOT_FOUND: saying(() => ({ vaultAddress: nobody })),
    RPC_CALL_ERROR: saying(() => ({ vaultAddress: notAVault })),
  },
  unprovoked: { ...withoutVaults, ...withoutQueue },
} satisfies Story;
