import listEarnEnabledVaults from '@mintmark/schema/operations/earn/list-earn-enabled-vaults';
import { answer } from '../../core/handlers/implement.ts';
import { wrapperOwner } from '../../funds/earn/earn-context.ts';
import { enabledVaultRecord } from '../../funds/earn/enabled-vault-record.ts';
import { assetIdOf } from '../../funds/earn/vault-record.ts';
import { readOldSamples } from '../../funds/earn/vault-samples.ts';
import { yearlyYield } from '../../funds/earn/vault-yield.ts';
import { isDeployed, readWrappers, type WrapperRow } from '../../funds/earn/wrapper-row.ts';

export default answer(listEarnEnabledVaults, {
  async prepare({ services, organization, read }, { provider, caip19 }) {
    const { earn } = services;
    const wrappers = await read((sql) => readWrappers({ sql, services, organization: wrapperOwner(organization) }));
    const rows = wrappers
      .filter(isDeployed)
      .map(({ row }) => row)
      .filter((row) => provider === undefined || row.provider === provider)
      .filter((row) => caip19 === undefined || isAsset(row, caip19));
    return await Promise.all(
      rows.map(async (row) => {
        // The wrappers are on their chains also if the operator lists no vaults any more.
        if (!earn) return { row };
        const listed = earn.vaults.find(({ caip2, address }) => caip2 === row.caip2 && address === row.vaultAddress);
        // A wrapper is listed even if its chain cannot be asked, without what only the chain knows.
        const [vault, wrapper] = await Promise.all([
          listed && earn.read([listed]).then(([facts]) => facts, nothing),
          earn.readWrapper(row).catch(nothing),
        ]);
        return { row, listed, vault, wrapper, usd: earn.priceOf(assetIdOf(row.caip2, row.assetAddress)) };
      }),
    );
  },
  async answer({ sql, caller }, _, enabled) {
    const sampleOf = await readOldSamples(
      sql,
      enabled.flatMap(({ vault }) => vault ?? []),
    );
    const isParent = caller.organization.parentId === null;
    const enabledVaults = enabled.map((one) => {
      const grossYield = one.vault && yearlyYield(one.vault, sampleOf(one.vault));
      return enabledVaultRecord({ ...one, grossYield }, isParent);
    });
    return { enabledVaults };
  },
});

const nothing = () => undefined;

const isAsset = ({ caip2, assetAddress }: WrapperRow, caip19: string): boolean =>
  assetIdOf(caip2, assetAddress).toLowerCase() === caip19.toLowerCase();
