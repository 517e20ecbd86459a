import { checksummed } from '@mintmark/chains/addresses';
import type { ChainAssets, KnownAsset } from '../../core/ports/chain-assets.ts';

/** What the operator says about the assets of a chain. */
export interface AssetSettings {
  readonly nativeAsset?: Omit<KnownAsset, 'usd'> | undefined;
  readonly assets?: readonly (Omit<KnownAsset, 'caip19' | 'usd'> & { readonly address: string })[] | undefined;
}

const ether = { coin: 60, symbol: 'ETH', name: 'Ether' };
const pol = { coin: 966, symbol: 'POL', name: 'POL' };
const bnb = { coin: 714, symbol: 'BNB', name: 'BNB' };

/** The native assets of chains, with the coin types of SLIP-44. Chains that have none are not listed. */
const nativeAssets: Readonly<Record<string, typeof ether>> = {
  'eip155:1': ether,
  'eip155:11155111': ether,
  'eip155:8453': ether,
  'eip155:84532': ether,
  'eip155:10': ether,
  'eip155:11155420': ether,
  'eip155:42161': ether,
  'eip155:421614': ether,
  'eip155:137': pol,
  'eip155:80002': pol,
  'eip155:56': bnb,
  'eip155:97': bnb,
};

function nativeAssetOf(caip2: string): KnownAsset | undefined {
  const known = nativeAssets[caip2];
  if (!known) return undefined;
  const { coin, ...asset } = known;
  return { caip19: `${caip2}/slip44:${coin}`, ...asset, decimals: 18 };
}

/**
 * The assets of a chain; undefined if its native asset is not known. Names and symbols come only from the operator: what a token says
 * about itself is chosen by whoever made it, often to look like another one.
 *
 * @param prices In US dollars, by CAIP-19 identifier.
 */
export function chainAssets(
  caip2: string,
  { nativeAsset = nativeAssetOf(caip2), assets = [] }: AssetSettings,
  prices: Readonly<Record<string, string>> = {},
): ChainAssets | undefined {
  if (!nativeAsset) return undefined;
  // The letters of an address may have a checksum or not.
  const byName = new Map(Object.entries(prices).map(([caip19, usd]) => [caip19.toLowerCase(), usd]));
  const priced = (asset: KnownAsset): KnownAsset => ({ ...asset, usd: byName.get(asset.caip19.toLowerCase()) });
  const tokens = assets.map(({ address, ...asset }) => {
    const token = priced({ caip19: `${caip2}/erc20:${checksummed(address)}`, ...asset });
    return [address.toLowerCase(), token] as const;
  });
  return { native: priced(nativeAsset), tokens: new Map(tokens) };
}
