/** An asset as answers describe it. */
export interface KnownAsset {
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** The price of one unit in US dollars, as a decimal number, if the operator gave one. */
  readonly usd?: string | undefined;
}

/** The assets of a chain that answers can describe. */
export interface ChainAssets {
  /** The asset that fees are paid in. */
  readonly native: KnownAsset;
  /** The tokens that the operator listed, by their addresses in lower case. */
  readonly tokens: ReadonlyMap<string, KnownAsset>;
}
