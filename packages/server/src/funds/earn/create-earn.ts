import { checksummed } from '@mintmark/chains/addresses';
import type { Earn, ListedVault, VaultFacts, WrapperFacts } from '../../core/ports/earn.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { Fresh } from '../../storage/cache/fresh.ts';
import { isNotAVault, readIdentity, readState, type VaultIdentity, type VaultState } from './read-vault.ts';
import { readWrapper } from './read-wrapper.ts';

/** How long a value is used before it is read again. */
const lifetimesMs = { identity: 3_600_000, state: 15_000, wrapper: 5_000 };
/** Only the operator lists vaults, but each organization can have many wrappers. */
const maxKept = 10_000;

/** What the operator configures. */
interface EarnSettings {
  readonly vaults: readonly (Omit<ListedVault, 'curator'> & { readonly curator?: string | undefined })[];
  readonly deployer?: string | undefined;
  readonly serviceFeeBps?: number | undefined;
  readonly serviceFeeWallet?: string | undefined;
}

/** The vaults of the configuration, read through the nodes of their chains. */
export function createEarn(
  configuration: EarnSettings | undefined,
  chains: ReadonlyMap<string, EvmChain>,
  prices: Readonly<Record<string, string>> = {},
): Earn | undefined {
  if (!configuration) return undefined;
  const identities = new Fresh<VaultIdentity>({ lifetimeMs: lifetimesMs.identity, max: maxKept });
  const states = new Fresh<VaultState>({ lifetimeMs: lifetimesMs.state, max: maxKept });
  const wrappers = new Fresh<WrapperFacts | undefined>({ lifetimeMs: lifetimesMs.wrapper, max: maxKept });

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
    readWrapper: async (wrapper) => {
      const chain = chains.get(wrapper.caip2);
      return chain && (await wrappers.get(`${wrapper.caip2}/${wrapper.address}`, () => readWrapper(chain, wrapper)));
    },
    read: async (listed) => (await Promise.all(listed.map(readOne))).flat(),
  };
}
