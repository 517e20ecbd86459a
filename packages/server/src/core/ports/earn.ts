import type { EarnProvider } from '@mintmark/schema/fields/earn/earn-vault';
import type { z } from 'zod';

/** A vault that the operator lists. */
export interface ListedVault {
  readonly caip2: string;
  /** With its checksum, like all addresses here. */
  readonly address: string;
  readonly provider: z.output<typeof EarnProvider>;
  /** Empty if it has none. */
  readonly curator: string;
}

/** What the chain says about a vault. */
export interface VaultFacts extends ListedVault {
  readonly name: string;
  readonly asset: Asset;
  /** What the vault holds, in raw units of the asset. */
  readonly totalAssets: bigint;
  /** What many shares of the vault are worth: only the ratio of two prices of the same vault means something. */
  readonly price: bigint;
  /** When the price was read. */
  readonly readAt: Date;
}

/** A fee wrapper on its chain. */
export interface WrapperContract {
  readonly caip2: string;
  readonly address: string;
  readonly splitterAddress: string;
}

/** What the chain says about a wrapper, in raw units of the asset. */
export interface WrapperFacts {
  readonly totalAssets: bigint;
  readonly claimableClientFee: bigint;
}

/** The token that a vault takes and gives. */
interface Asset {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** The vaults that the operator lists, and the terms of the service. */
export interface Earn {
  readonly vaults: readonly ListedVault[];
  /** The account that pays for deployments, in the organization that deploys. */
  readonly deployer: string | undefined;
  readonly serviceFeeBps: number;
  readonly serviceFeeWallet: string | undefined;
  /** What one unit of an asset is worth in US dollars, if the operator says so. */
  priceOf(caip19: string): string | undefined;
  /** Reads a wrapper from its chain. Undefined if there is no node, or if the contract is no wrapper. Rejects like `read`. */
  readWrapper(wrapper: WrapperContract): Promise<WrapperFacts | undefined>;
  /** Reads vaults from their chains. Contracts that are no vaults are left out. Rejects with an EvmError if a node cannot be asked. */
  read(vaults: readonly ListedVault[]): Promise<VaultFacts[]>;
}
