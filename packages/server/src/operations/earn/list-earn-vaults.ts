import listEarnVaults from '@mintmark/schema/operations/earn/list-earn-vaults';
import { answer } from '../../core/handlers/implement.ts';
import type { ListedVault } from '../../core/ports/earn.ts';
import { unavailable, wrapperOwner } from '../../funds/earn/earn-context.ts';
import { pageOf } from '../../funds/earn/vault-page.ts';
import { assetIdOf, vaultRecord } from '../../funds/earn/vault-record.ts';
import { readOldSamples } from '../../funds/earn/vault-samples.ts';
import { yearlyYield } from '../../funds/earn/vault-yield.ts';
import { isDeployed, readWrappers } from '../../funds/earn/wrapper-row.ts';

export default answer(listEarnVaults, {
  async prepare({ services }, { provider, caip19, paginationOptions }) {
    const { earn } = services;
    const isAsked = (vault: ListedVault) =>
      caip19.startsWith(`${vault.caip2}/`) && (provider === undefined || vault.provider === provider);
    // Without a configuration the catalog is empty.
    const facts = earn ? await earn.read(earn.vaults.filter(isAsked)).catch(refuse) : [];
    const isOfAsset = (address: string, caip2: string) =>
      assetIdOf(caip2, address).toLowerCase() === caip19.toLowerCase();
    return pageOf(
      facts.filter(({ asset, caip2 }) => isOfAsset(asset.address, caip2)),
      paginationOptions,
    );
  },
  async answer(context, { caip19 }, { vaults, pageInfo }) {
    const [wrappers, sampleOf] = await Promise.all([
      readWrappers({ ...context, organization: wrapperOwner(context.organization) }),
      readOldSamples(context.sql, vaults),
    ]);
    const deployed = new Set(
      wrappers.filter(isDeployed).map(({ row: { caip2, vaultAddress } }) => `${caip2}/${vaultAddress}`),
    );
    const records = vaults.map((vault) =>
      vaultRecord(vault, {
        grossYield: yearlyYield(vault, sampleOf(vault)),
        enabled: deployed.has(`${vault.caip2}/${vault.address}`),
        usd: context.services.earn?.priceOf(caip19),
      }),
    );
    return { vaults: records, pageInfo };
  },
});

const refuse = (error: unknown): never => {
  throw unavailable(error);
};
