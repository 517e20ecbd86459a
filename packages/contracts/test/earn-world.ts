import { startEvmNode } from '@mintmark/testing/evm-node';
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbiParameters,
  toHex,
} from 'viem';
import { compileContracts } from '../src/compile-contracts.ts';

const { contracts } = await compileContracts();

/** A deployed contract, whose functions are called by name. */
export interface Deployed {
  readonly address: Hex;
  read(name: string, ...args: readonly unknown[]): Promise<bigint>;
  /** Sends a transaction, and returns what the call returned. Rejects with the name of the error if it is reverted. */
  write(from: Hex, name: string, ...args: readonly unknown[]): Promise<bigint>;
  encode(name: string, ...args: readonly unknown[]): Hex;
}

export interface WrapperOptions {
  readonly clientFeeBps?: bigint;
  readonly serviceFeeBps?: bigint;
  readonly decimals?: number;
  readonly vaultOffset?: number;
}

/** The proxy that deploys at addresses that are known before: it is at the same address on all chains. */
const deploymentProxy = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

export const clientWallet = getAddress(`0x${'c1'.repeat(20)}`);
export const serviceWallet = getAddress(`0x${'5e'.repeat(20)}`);

/** A node, with accounts that sign by themselves. */
export async function startWorld() {
  const node = await startEvmNode();
  const transport = custom({ request: ({ method, params }) => node.request(method, params) });
  const client = createPublicClient({ transport });
  const wallet = createWalletClient({ transport });

  async function createAccount(name: string): Promise<Hex> {
    const address = getAddress(`0x${keccak256(toHex(name)).slice(26)}`);
    await node.request('hardhat_impersonateAccount', [address]);
    await node.fund(address, 10n ** 20n);
    return address;
  }

  const deployer = await createAccount('deployer');

  async function send(to: Hex | undefined, data: Hex, from: Hex): Promise<Hex | null | undefined> {
    const hash = await wallet.sendTransaction({
      account: from,
      chain: null,
      data,
      gas: 10_000_000n,
      ...(to && { to }),
    });
    const { status, contractAddress } = await client.getTransactionReceipt({ hash });
    if (status !== 'success') throw new Error('the transaction was reverted');
    return contractAddress;
  }

  function at(address: Hex, abi: Abi): Deployed {
    return {
      address,
      read: async (functionName, ...args) =>
        (await client.readContract({ address, abi, functionName, args })) as bigint,
      async write(account, functionName, ...args) {
        const { result } = await client.simulateContract({ address, abi, functionName, args, account });
        await send(address, encodeFunctionData({ abi, functionName, args }), account);
        return result as bigint;
      },
      encode: (functionName, ...args) => encodeFunctionData({ abi, functionName, args }),
    };
  }

  async function deploy(name: 'TestAsset' | 'TestVault', types: string, values: readonly unknown[]): Promise<Deployed> {
    const { abi, creationCode } = contracts[name];
    const data = `${creationCode}${encodeAbiParameters(parseAbiParameters(types), values as never).slice(2)}` as Hex;
    return at(getAddress((await send(undefined, data, deployer)) ?? ''), abi as Abi);
  }

  /** Deploys a wrapper as the service does, and returns its address. */
  async function deployWrapper(vault: Hex, fees: Required<Pick<WrapperOptions, 'clientFeeBps' | 'serviceFeeBps'>>) {
    const args = encodeAbiParameters(parseAbiParameters('address, address, uint256, address, uint256'), [
      vault,
      clientWallet,
      fees.clientFeeBps,
      serviceWallet,
      fees.serviceFeeBps,
    ]);
    const code = `${contracts.EarnWrapper.creationCode}${args.slice(2)}` as Hex;
    const salt = keccak256(toHex('salt'));
    await send(deploymentProxy, `${salt}${code.slice(2)}` as Hex, deployer);
    const hash = keccak256(`0xff${deploymentProxy.slice(2)}${salt.slice(2)}${keccak256(code).slice(2)}` as Hex);
    return getAddress(`0x${hash.slice(26)}`);
  }

  async function create({
    clientFeeBps = 1000n,
    serviceFeeBps = 500n,
    decimals = 6,
    vaultOffset = 0,
  }: WrapperOptions = {}) {
    const asset = await deploy('TestAsset', 'string, string, uint8', ['Test Dollar', 'TUSD', decimals]);
    const vault = await deploy('TestVault', 'address, string, string, uint8', [
      asset.address,
      'Steady Dollar',
      'sTUSD',
      vaultOffset,
    ]);
    const wrapper = at(
      await deployWrapper(vault.address, { clientFeeBps, serviceFeeBps }),
      contracts.EarnWrapper.abi as Abi,
    );
    const splitterAddress = (await wrapper.read('splitter')) as unknown as Hex;
    const splitter = at(splitterAddress, contracts.FeeSplitter.abi as Abi);
    /** An account with assets, which both vaults may take. */
    const createDepositor = async (name: string, assets = 10n ** 18n): Promise<Hex> => {
      const account = await createAccount(name);
      await asset.write(deployer, 'mint', account, assets);
      for (const spender of [wrapper, vault]) await asset.write(account, 'approve', spender.address, 2n ** 256n - 1n);
      return account;
    };
    return {
      asset,
      vault,
      wrapper,
      splitter,
      deployer,
      createDepositor,
      gain: (assets: bigint) => asset.write(deployer, 'mint', vault.address, assets),
      lose: (assets: bigint) => asset.write(deployer, 'burn', vault.address, assets),
    };
  }

  return { node, client, create, deployWrapper, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() };
}

export type Earn = Awaited<ReturnType<Awaited<ReturnType<typeof startWorld>>['create']>>;
