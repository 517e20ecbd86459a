import type { EvmChain } from '../contract/evm-chain.ts';
import type { Configuration } from '../process/configuration-schema.ts';
import { type ChainAssets, chainAssets } from './chain-assets.ts';
import { ChainFollower, type FollowerOptions } from './chain-follower.ts';

/** The assets of the chains that are followed: those of the configuration whose native asset is known and whose history is not off. */
export const followedAssets = ({
  chains = {},
  prices,
}: Pick<Configuration, 'chains' | 'prices'>): ReadonlyMap<string, ChainAssets> =>
  new Map(
    Object.entries(chains).flatMap(([caip2, settings]) => {
      const assets = settings && settings.history !== false ? chainAssets(caip2, settings, prices) : undefined;
      return assets ? [[caip2, assets]] : [];
    }),
  );

interface FollowersOptions extends Pick<FollowerOptions, 'database' | 'macs' | 'onError' | 'onFollowed' | 'events'> {
  readonly configuration: Pick<Configuration, 'chains'>;
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
      const { history, finalityDepth, traces } = settingsOf(configuration, chain.caip2);
      const { fromBlock } = history || {};
      return new ChainFollower({ ...options, chain, fromBlock, finalityDepth, traces });
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

const settingsOf = ({ chains = {} }: Pick<Configuration, 'chains'>, caip2: string) =>
  Object.entries(chains).find(([name]) => name === caip2)?.[1] ?? { rpcUrl: '' };
