import type { EarnVault } from '@mintmark/schema/fields/earn/earn-vault';
import type { z } from 'zod';
import type { VaultFacts } from '../contract/earn.ts';
import { amountText } from './amount-text.ts';
import { fractionText } from './vault-yield.ts';

/** The asset of a vault as a CAIP-19 identifier. */
export const assetIdOf = (caip2: string, assetAddress: string): string => `${caip2}/erc20:${assetAddress}`;

/** A vault as the contract has it. */
export function vaultRecord(
  { caip2, address, provider, asset, totalAssets, name, curator }: VaultFacts,
  { grossYield, enabled }: { readonly grossYield: number | undefined; readonly enabled: boolean },
): z.output<typeof EarnVault> {
  return {
    vaultAddress: address,
    provider,
    caip19: assetIdOf(caip2, asset.address),
    tvl: String(totalAssets),
    ...(grossYield !== undefined && { apyPct: fractionText(grossYield) }),
    enabled,
    display: { crypto: amountText(totalAssets, asset.decimals) },
    name,
    curator,
  };
}
