import { checksummed } from '../addresses/checksummed.ts';
import type { Earn, ListedVault, VaultFacts } from '../contract/earn.ts';
import type { EvmChain } from '../contract/evm-chain.ts';
import type { Configuration } from '../process/configuration-schema.ts';
import { isNotAVault, readIdentity, readState, type VaultIdentity, type VaultState } from './read-vault.ts';

/** How long a value of a vault is used before it is read again. */
const lifetimesMs = { identity: 3_600_000, state: 15_000 };

interface Kept<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Keeps what was read last for some time, and reads it only once for all who ask at the same time. */
class Fresh<Value> {
  readonly #kept = new Map<string, Kept<Value>>();
  readonly #lifetimeMs: number;

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.value;
    const value = read();
    this.#kept.set(key, { value, until: performance.now() + this.#lifetimeMs });
    value.catch(() => this.#kept.delete(key));
    return value;
  }
}

/** The vaults of the configuration, read through the nodes of their chains. */
export function createEarn(
  configuration: Configuration['earn'],
  chains: ReadonlyMap<string, EvmChain>,
  prices: Configuration['prices'] = {},
): Earn | undefined {
  if (!configuration) return undefined;
  const identities = new Fresh<VaultIdentity>(lifetimesMs.identity);
  const states = new Fresh<VaultState>(lifetimesMs.state);

  async function readOne(vault: ListedVault): Promise<VaultFacts[]> {
    const chain = chains.get(vault.caip2);
    if (!chain) return [];
    const key = `${vault.caip2}/${vault.address}`;
    try {
      const identity = await identities.get(key, () => readIdentity(chain, vault));
      const state = await states.get(key, () => readState(chain, vault, identity));
      return [{ ...vault, name: identity.name, asset: identity.asset, ...state }];
    } catch (error) {
      if (isNotAVault(error)) return [];
      throw error;
    }
  }

  const byAsset = new Map(Object.entries(prices).map(([caip19, usd]) => [caip19.toLowerCase(), usd]));
  const { vaults, deployer, serviceFeeBps = 0, serviceFeeWallet } = configuration;
  return {
    vaults: vaults.map(({ caip2, address, provider, curator = '' }) => ({
      caip2,
      address: checksummed(address),
      provider,
      curator: provider === 'EARN_PROVIDER_BETA' ? '' : curator,
    })),
    deployer: deployer && checksummed(deployer),
    serviceFeeBps,
    serviceFeeWallet: serviceFeeWallet && checksummed(serviceFeeWallet),
    priceOf: (caip19) => byAsset.get(caip19.toLowerCase()),
    read: async (listed) => (await Promise.all(listed.map(readOne))).flat(),
  };
}
