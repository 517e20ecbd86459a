import type { EarnVault } from '@mintmark/schema/fields/earn/earn-vault';
import type { z } from 'zod';
import type { VaultFacts } from '../../core/ports/earn.ts';
import { displayAmount } from '../history/display-amount.ts';
import { fractionText } from './vault-yield.ts';

/** The asset of a vault as a CAIP-19 identifier. */
export const assetIdOf = (caip2: string, assetAddress: string): string => `${caip2}/erc20:${assetAddress}`;

/** What is known of a vault besides the chain. */
interface VaultDetails {
  readonly grossYield: number | undefined;
  readonly enabled: boolean;
  /** The price of the asset. */
  readonly usd: string | undefined;
}

/** A vault as the contract has it. */
export function vaultRecord(
  { caip2, address, provider, asset, totalAssets, name, curator }: VaultFacts,
  { grossYield, enabled, usd }: VaultDetails,
): z.output<typeof EarnVault> {
  return {
    vaultAddress: address,
    provider,
    caip19: assetIdOf(caip2, asset.address),
    tvl: String(totalAssets),
    ...(grossYield !== undefined && { apyPct: fractionText(grossYield) }),
    enabled,
    display: displayAmount(totalAssets, { decimals: asset.decimals, usd }),
    name,
    curator,
  };
}
