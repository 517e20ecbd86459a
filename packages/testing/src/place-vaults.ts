import type { EvmNode } from './evm-node.ts';
import { testAsset, testVault } from './generated/test-contracts.ts';

/** Contracts at addresses that a test chooses: an asset, and vaults of this asset from the largest one to the smallest. */
interface Placement {
  readonly asset: string;
  readonly vaults: readonly string[];
  /** An account that gets the asset. */
  readonly holder: string;
}

/** Puts an asset and vaults on a chain. */
export async function placeVaults(node: EvmNode, { asset, vaults, holder }: Placement): Promise<void> {
  const [from] = await node.request('eth_accounts');
  await place(node, asset, `${testAsset.creationCode}${words(96n, 160n, 6n)}${text('Test Dollar')}${text('TUSD')}`);
  const call = (to: string, selector: string, ...args: bigint[]) =>
    node.request('eth_sendTransaction', [{ from, to, data: `0x${selector}${words(...args)}`, gas: '0x4c4b40' }]);
  const mint = (to: string, amount: bigint) => call(asset, '40c10f19', BigInt(to), amount);
  for (const [index, vault] of vaults.entries()) {
    const args = `${words(BigInt(asset), 128n, 192n, 0n)}${text(`Vault ${index + 1}`)}${text('vTUSD')}`;
    await place(node, vault, `${testVault.creationCode}${args}`);
    const amount = BigInt(vaults.length - index) * 1_000_000n;
    await mint(from, amount);
    // Shares of its own keep a small deposit of a test from being worth nothing.
    await call(asset, '095ea7b3', BigInt(vault), amount);
    await call(vault, '6e553f65', amount, BigInt(from));
  }
  await mint(holder, 10n ** 15n);
}

/** The first slots of the storage: balances, allowances, supply, name, symbol, and what the contract adds. */
const slots = [2, 3, 4, 5, 6, 7];

/** Deploys a contract, and copies its code and its first slots to an address. */
async function place(node: EvmNode, address: string, data: string): Promise<void> {
  const [from] = await node.request('eth_accounts');
  const hash = await node.request('eth_sendTransaction', [{ from, data, gas: '0x4c4b40' }]);
  const { contractAddress } = await node.request('eth_getTransactionReceipt', [hash]);
  await node.request('hardhat_setCode', [address, await node.request('eth_getCode', [contractAddress, 'latest'])]);
  for (const slot of slots) {
    const position = `0x${slot.toString(16)}`;
    const value = await node.request('eth_getStorageAt', [contractAddress, position, 'latest']);
    await node.request('hardhat_setStorageAt', [address, position, value]);
  }
}

const words = (...values: readonly bigint[]): string =>
  values.map((value) => value.toString(16).padStart(64, '0')).join('');

/** A text of at most 32 bytes. */
const text = (value: string): string => {
  const bytes = Buffer.from(value).toString('hex');
  return `${words(BigInt(bytes.length / 2))}${bytes.padEnd(64, '0')}`;
};
