import { decodeInteger, encodeCall, encodeWords } from '@mintmark/chains/ethereum';
import { patience } from '@mintmark/testing/patience';
import { testAsset, testVault } from '@mintmark/testing/test-contracts';
import { expect, vi } from 'vitest';
import type { Earn } from '../src/core/ports/earn.ts';
import { createEarn } from '../src/funds/earn/create-earn.ts';
import { type SendingService, startSendingService } from './sending.ts';
import type { Actor, Reply } from './service.ts';

type Provider = 'EARN_PROVIDER_ALPHA' | 'EARN_PROVIDER_BETA';

/** A service with vaults on the node of its chain. */
export interface EarningService extends SendingService {
  /** The asset of all vaults, with six decimals. */
  readonly asset: string;
  readonly caip19: string;
  /** What the operator configured. A test may change it. */
  readonly earn: { -readonly [Key in keyof Earn]: Earn[Key] };
  /** Deploys a vault, and lists it. Returns its address. */
  createVault(name: string, provider?: Provider, curator?: string): Promise<string>;
  /** Gives an account an amount of the asset. To a vault, that is yield. */
  give(address: string, amount: bigint): Promise<void>;
  /** Takes an amount of the asset away. From a vault, that is a loss. */
  take(address: string, amount: bigint): Promise<void>;
  /** Calls a function that returns an integer. */
  read(to: string, signature: string, ...args: (bigint | string)[]): Promise<bigint>;
  /** Sends a transaction of an account of the node. */
  call(to: string, signature: string, ...args: (bigint | string)[]): Promise<void>;
  /** Deploys a wrapper, and waits until it is there. Returns its address. */
  deployWrapper(vaultAddress: string, more?: object): Promise<string>;
  deploy(vaultAddress: string, more?: object, actor?: Actor): Promise<Reply>;
  setState(wrapperAddress: string, depositsDisabled: boolean, actor?: Actor): Promise<Reply>;
  /** The account that deploys, and that gets the fees unless a test says otherwise. */
  readonly deployer: string;
  /** Waits until a query has this status. */
  settles(query: string, request: object, status: string, actor?: Actor): Promise<void>;
}

/** The failure of an activity with this code. */
export const failedWith = (errorCode: string) => ({ details: [expect.objectContaining({ errorCode })] });

const text = (value: string): string => {
  const bytes = Buffer.from(value).toString('hex');
  return `${encodeWords([BigInt(bytes.length / 2)])}${bytes.padEnd(64, '0')}`;
};

export async function startEarningService(): Promise<EarningService> {
  const earn: EarningService['earn'] = {
    vaults: [],
    deployer: undefined,
    serviceFeeBps: 500,
    serviceFeeWallet: '0x00000000000000000000000000000000000000F1',
    priceOf: () => undefined,
    readWrapper: async () => undefined,
    read: async () => [],
  };
  const service = await startSendingService({}, { earn });
  const { node, root, services } = service;
  const { caip2 } = node;
  const [rich] = await node.request('eth_accounts');

  const createContract = async (code: string, args: string): Promise<string> => {
    const hash = await node.request('eth_sendTransaction', [{ from: rich, data: `${code}${args}`, gas: '0x4c4b40' }]);
    return (await node.request('eth_getTransactionReceipt', [hash])).contractAddress;
  };
  const asset = await createContract(
    testAsset.creationCode,
    `${encodeWords([96n, 160n, 6n])}${text('Test Dollar')}${text('TUSD')}`,
  );
  const call: EarningService['call'] = async (to, signature, ...args) => {
    await node.request('eth_sendTransaction', [{ from: rich, to, data: encodeCall(signature, args), gas: '0x4c4b40' }]);
  };
  // What a vault holds is read anew each time.
  earn.read = async (vaults) => {
    const listed = vaults.map(({ caip2: _, ...vault }) => ({ ...vault, caip2: 'eip155:1' as const }));
    return (await createEarn({ vaults: listed }, services.chains)?.read(vaults)) ?? [];
  };
  earn.readWrapper = async (wrapper) => createEarn({ vaults: [] }, services.chains)?.readWrapper(wrapper);
  const deployer = await service.createSender();
  earn.deployer = deployer;

  const settles: EarningService['settles'] = (query, request, status, actor = root) =>
    vi.waitFor(async () => expect((await service.ask(actor, query, request)).json.status).toBe(status), {
      interval: 50,
      timeout: patience,
    });
  const deploy: EarningService['deploy'] = (vaultAddress, more = {}, actor = root) =>
    service.submit(actor, 'earn_deploy_wrapper', {
      vaultAddress,
      chainCaip2: caip2,
      clientFeeBps: '1000',
      clientFeeWallet: deployer,
      ...more,
    });
  return {
    ...service,
    asset,
    caip19: `${caip2}/erc20:${asset}`,
    earn,
    deployer,
    async createVault(name, provider = 'EARN_PROVIDER_ALPHA', curator = 'Northwind') {
      const args = `${encodeWords([asset, 128n, 192n, 0n])}${text(name)}${text('sTUSD')}`;
      const address = await createContract(testVault.creationCode, args);
      const made = createEarn({ vaults: [{ caip2: 'eip155:1', address, provider, curator }] }, services.chains);
      earn.vaults = [...earn.vaults, ...(made?.vaults ?? [])];
      return earn.vaults.at(-1)?.address ?? '';
    },
    give: (address, amount) => call(asset, 'mint(address,uint256)', address, amount),
    take: (address, amount) => call(asset, 'burn(address,uint256)', address, amount),
    async read(to, signature, ...args) {
      const result = await node.request('eth_call', [{ to, data: encodeCall(signature, args) }, 'latest']);
      return decodeInteger(result) ?? -1n;
    },
    call,
    deploy,
    async deployWrapper(vaultAddress, more = {}) {
      const { wrapperAddress, deployRequestId } = (await deploy(vaultAddress, more)).json.activity.result
        .earnDeployWrapperResult;
      await settles('get_earn_deploy_status', { deployRequestId }, 'COMPLETED');
      return wrapperAddress;
    },
    setState: (wrapperAddress, depositsDisabled, actor = root) =>
      service.submit(actor, 'earn_set_wrapper_state', { wrapperAddress, depositsDisabled }),
    settles,
  };
}
