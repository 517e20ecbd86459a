import { type EvmNode, type EvmNodeOptions, startEvmNode } from '@mintmark/testing/evm-node';
import { createEvmChain } from '../src/delivery/adapters/evm/evm-chain.ts';
import { createGuardedFetch } from '../src/delivery/adapters/guarded-fetch.ts';
import { chainAssets } from '../src/funds/history/chain-assets.ts';
import { ChainFollower, type FollowerOptions } from '../src/funds/history/chain-follower.ts';
import { addContracts, contracts } from './evm-contracts.ts';
import { resultOf } from './organizations.ts';
import { type Actor, type Service, startService } from './service.ts';
import { watched } from './statements.ts';
import { ethereumAccount } from './wallets.ts';

const fetch = createGuardedFetch();

/** A transaction to send. The node signs it for any account. */
interface Sending {
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
}

/** A node with contracts and funds. */
export interface HistoryNode extends EvmNode {
  /** An account with a lot of the native asset, which no organization has. */
  readonly rich: string;
  /** Sends transactions, and makes one block with them. Returns their hashes. */
  block(...sendings: readonly Sending[]): Promise<string[]>;
}

/** Starts a node on which tests make all blocks. */
export async function startHistoryNode(options: EvmNodeOptions = {}): Promise<HistoryNode> {
  const node = await startEvmNode({ automine: false, finality: 10, ...options });
  await addContracts(node);
  const [rich] = (await node.request('eth_accounts')) as [string];
  const impersonated = new Set([rich]);
  const block: HistoryNode['block'] = async (...sendings) => {
    const hashes: string[] = [];
    for (const { from = rich, to, value = 0n, data } of sendings) {
      if (!impersonated.has(from)) {
        await node.request('hardhat_impersonateAccount', [from]);
        impersonated.add(from);
      }
      const call = { from, value: `0x${value.toString(16)}`, gas: '0x30d40', ...(to && { to }), ...(data && { data }) };
      hashes.push(await node.request('eth_sendTransaction', [call]));
    }
    await node.mine();
    return hashes;
  };
  return Object.assign(node, { rich, block });
}

interface RiggedFollower extends Partial<FollowerOptions> {
  readonly finalityDepth?: number;
}

/** The service with wallets, whose chains are followed step by step. */
export interface HistoryRig extends AsyncDisposable {
  readonly service: Service;
  /** Addresses of wallet accounts of the first organization. */
  readonly addresses: readonly [string, string];
  readonly errors: unknown[];
  /** A follower as a process has it. It works only when told to. */
  follower(node: EvmNode, options?: RiggedFollower): ChainFollower;
  /** Lets a follower record everything. */
  follow(follower: ChainFollower): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know the columns.
  rows(caip2?: string): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
  list(address: string, more?: object, actor?: Actor): Promise<any>;
}

/** The token of the tests, as an operator lists it. */
const listedToken = { address: contracts.token, symbol: 'TST', name: 'Test Token', decimals: 6 };

export async function createHistoryRig(nodes: readonly EvmNode[]): Promise<HistoryRig> {
  const chains = new Map(nodes.map((node) => [node.caip2, createEvmChain(node.caip2, { rpcUrl: node.url }, fetch)]));
  const prices = { 'eip155:1/slip44:60': '2500.5' };
  const followedAssets = new Map(
    nodes.flatMap(({ caip2 }) => {
      const assets = chainAssets(caip2, { assets: [listedToken] }, prices);
      return assets ? [[caip2, assets] as const] : [];
    }),
  );
  const service = await startService({ chains, followedAssets });
  const { root } = service;
  const wallet = { walletName: 'Wallet', accounts: [ethereumAccount(0), ethereumAccount(1)] };
  const { addresses } = resultOf(await service.submit(root, 'create_wallet', wallet));
  const errors: unknown[] = [];
  const followers: ChainFollower[] = [];
  return {
    service,
    addresses,
    errors,
    follower(node, { finalityDepth, ...options } = {}) {
      const follower = new ChainFollower({
        database: service.database,
        macs: service.services.macs,
        chain: createEvmChain(node.caip2, { rpcUrl: node.url, finalityDepth }, fetch),
        fromBlock: 0,
        onError: (_, error) => errors.push(error),
        ...options,
      });
      followers.push(follower);
      return follower;
    },
    follow: (follower) =>
      watched(async () => {
        while ((await follower.round()) === 'behind');
      }),
    rows: (caip2) =>
      service.database.query(
        async (sql) =>
          await sql`
          select * from chain_transactions ${caip2 === undefined ? sql`` : sql`where caip2 = ${caip2}`}
          order by caip2, block_number, transaction_index, organization_id, address`,
      ),
    async list(address, more = {}, actor = root) {
      const { json } = await service.ask(actor, 'list_eth_transaction_history', {
        address,
        caip2: 'eip155:1',
        ...more,
      });
      return json;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(followers.map((follower) => follower.stop()));
      await service[Symbol.asyncDispose]();
    },
  };
}
