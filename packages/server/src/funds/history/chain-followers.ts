import type { ChainAssets } from '../../core/ports/chain-assets.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { type AssetSettings, chainAssets } from './chain-assets.ts';
import { ChainFollower, type FollowerOptions } from './chain-follower.ts';

/** What the operator says about the history of a chain. */
interface ChainSettings extends AssetSettings, Pick<FollowerOptions, 'traces'> {
  /** How it is recorded. false: it is not. */
  readonly history?: false | Pick<FollowerOptions, 'fromBlock'> | undefined;
}

interface HistorySettings {
  /** By the CAIP-2 identifiers of the chains. */
  readonly chains?: Readonly<Partial<Record<string, ChainSettings>>> | undefined;
  /** In US dollars, by CAIP-19 identifier. */
  readonly prices?: Readonly<Record<string, string>> | undefined;
}

/** The assets of the chains that are followed: those of the configuration whose native asset is known and whose history is not off. */
export const followedAssets = ({ chains = {}, prices }: HistorySettings): ReadonlyMap<string, ChainAssets> =>
  new Map(
    Object.entries(chains).flatMap(([caip2, settings]) => {
      const assets = settings && settings.history !== false ? chainAssets(caip2, settings, prices) : undefined;
      return assets ? [[caip2, assets]] : [];
    }),
  );

interface FollowersOptions extends Pick<FollowerOptions, 'database' | 'macs' | 'onError' | 'onFollowed' | 'events'> {
  readonly configuration: Pick<HistorySettings, 'chains'>;
  readonly chains: ReadonlyMap<string, EvmChain>;
  /** The chains to follow. */
  readonly assets: ReadonlyMap<string, ChainAssets>;
}

/** The followers of all chains that this process may follow. */
export class ChainFollowers {
  readonly #followers: readonly ChainFollower[];

  constructor({ configuration, chains, assets, ...options }: FollowersOptions) {
    this.#followers = [...chains.values()].flatMap((chain) => {
      if (!assets.has(chain.caip2)) return [];
      const { history, traces } = configuration.chains?.[chain.caip2] ?? {};
      const { fromBlock } = history || {};
      return new ChainFollower({ ...options, chain, fromBlock, traces });
    });
  }

  /** Begins to follow all chains. */
  start(): void {
    for (const follower of this.#followers) follower.start();
  }

  /** Stops all, and lets other processes continue. */
  async stop(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.stop()));
  }
}
