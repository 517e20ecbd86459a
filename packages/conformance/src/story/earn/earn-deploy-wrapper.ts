import { asset, deployer, notAVault, vaults } from '../../targets/listed-vaults.ts';
import { withoutQueue } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import type { Story } from '../story.ts';
import { importDeployer, nobody, withoutVaults } from '../vaults.ts';

/** Another fee makes another wrapper: stories must not disable the wrappers of each other. */
async function unusedFee({ parent }: Stage): Promise<string> {
  const { enabledVaults } = await parent.call('listEarnEnabledVaults', { caip19: `eip155:1/erc20:${asset}` });
  const used = new Set(enabledVaults.map(({ clientFeeBps }: { clientFeeBps: string }) => clientFeeBps));
  for (;;) {
    const fee = String(Math.floor(Math.random() * 4001));
    if (!used.has(fee)) return fee;
  }
}

export default {
  needsChain: true,
  by: ({ parent }) => parent,
  input: async (stage) => {
    await importDeployer(stage);
    return {
      vaultAddress: vaults[0],
      chainCaip2: 'eip155:1',
      clientFeeBps: await unusedFee(stage),
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
