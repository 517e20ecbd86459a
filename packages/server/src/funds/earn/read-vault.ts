import { decodeAddress, decodeInteger, decodeText, encodeCall } from '@mintmark/chains/ethereum';
import type { ListedVault, VaultFacts } from '../../core/ports/earn.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { EvmError } from '../../delivery/adapters/evm/evm-error.ts';

/** What does not change while a vault exists, or hardly ever. */
export type VaultIdentity = Pick<VaultFacts, 'name' | 'asset'> & { readonly probe: bigint };

/** What changes with every block. */
export type VaultState = Pick<VaultFacts, 'totalAssets' | 'price' | 'readAt'>;

/** Calls functions of a contract. */
interface Contract {
  integer(signature: string, ...args: bigint[]): Promise<bigint>;
  address(signature: string): Promise<string>;
  text(signature: string): Promise<string>;
}

/** A contract that is not what it is listed as. */
class NotAVault extends Error {}

function contractAt(chain: EvmChain, to: string): Contract {
  const ask = async <Value>(
    decode: (result: string) => Value | undefined,
    signature: string,
    args: readonly bigint[] = [],
  ): Promise<Value> => {
    const value = decode(await chain.call({ to, data: encodeCall(signature, args) }));
    if (value === undefined) throw new NotAVault();
    return value;
  };
  return {
    integer: (signature, ...args) => ask(decodeInteger, signature, args),
    address: (signature) => ask(decodeAddress, signature),
    text: (signature) => ask(decodeText, signature),
  };
}

/** Tokens have at most 77 decimals: more do not fit into their numbers. Usual ones have 18 at most. */
const maxDecimals = 60n;

/** Reads what a vault is: its name and its asset. For the second provider, the name is the symbol of the reserve. */
export async function readIdentity(chain: EvmChain, vault: ListedVault): Promise<VaultIdentity> {
  const contract = contractAt(chain, vault.address);
  const [address, decimals, name] = await Promise.all([
    contract.address('asset()'),
    contract.integer('decimals()'),
    contract.text('name()'),
  ]);
  const asset = contractAt(chain, address);
  const [symbol, assetDecimals] = await Promise.all([asset.text('symbol()'), asset.integer('decimals()')]);
  if (decimals > maxDecimals || assetDecimals > maxDecimals) throw new NotAVault();
  return {
    name: vault.provider === 'EARN_PROVIDER_BETA' ? symbol : name,
    asset: { address, symbol, decimals: Number(assetDecimals) },
    // Twelve more digits than a share, so that small gains are seen.
    probe: 10n ** (decimals + 12n),
  };
}

/** Reads what a vault holds, and what its shares are worth. */
export async function readState(
  chain: EvmChain,
  { address }: ListedVault,
  { probe }: VaultIdentity,
): Promise<VaultState> {
  const contract = contractAt(chain, address);
  const [totalAssets, price] = await Promise.all([
    contract.integer('totalAssets()'),
    contract.integer('convertToAssets(uint256)', probe),
  ]);
  return { totalAssets, price, readAt: new Date() };
}

/** Whether an error says that the contract is no vault, and not that the node cannot be asked. */
export const isNotAVault = (error: unknown): boolean =>
  error instanceof NotAVault || (error instanceof EvmError && (error.code === 'REVERTED' || error.code === 'REFUSED'));
