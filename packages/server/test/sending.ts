import { type EvmNode, type EvmNodeOptions, startEvmNode } from '@mintmark/testing/evm-node';
import { expect } from 'vitest';
import type { Services } from '../src/core/ports/services.ts';
import { createEvmChain } from '../src/delivery/adapters/evm/evm-chain.ts';
import { createGuardedFetch } from '../src/delivery/adapters/guarded-fetch.ts';
import { evmTransaction } from '../src/funds/transactions/evm-transaction.ts';
import { type Actor, type Reply, type Service, type ServiceOptions, startService } from './service.ts';
import { watched } from './statements.ts';

/** A service with the node of a chain. */
export interface SendingService extends Service {
  readonly node: EvmNode;
  /** Creates a wallet with one account that has a million ether. Returns its address. */
  createSender(actor?: Actor): Promise<string>;
  /** Sends one call. */
  sendCall(from: string, call: object, more?: object, actor?: Actor): Promise<Reply>;
  /** The status of what a reply of eth_send_transaction has sent. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
  statusOf(sent: Reply): Promise<any>;
  /** Waits until it has this status. */
  becomes(sent: Reply, txStatus: string): Promise<void>;
  /** Waits until no node has taken it for this reason. It has not failed then. */
  isNotTaken(sent: Reply, reason: string): Promise<void>;
}

/** Lets a service look at its transactions now, whatever their pauses are. */
export async function look({ database, outbox, root }: Service, by = outbox): Promise<void> {
  const { organizationId } = root;
  // An entry that is being delivered has a lease, and would be left out.
  await Promise.all([outbox.idle(), by.idle()]);
  await database.query(
    (sql) => sql`update outbox set due_at = now() where organization_id = ${organizationId} and lease_id is null`,
  );
  await watched(() => by.poll());
  await by.idle();
}

export async function startSendingService(
  options: EvmNodeOptions = {},
  replaced: Partial<Services> = {},
  serviceOptions: ServiceOptions = {},
): Promise<SendingService> {
  const node = await startEvmNode(options);
  const { caip2 } = node;
  const chains = new Map([[caip2, createEvmChain(caip2, { rpcUrl: node.url }, createGuardedFetch())]]);
  const service = await startService({ chains, ...replaced }, { outboxKinds: [evmTransaction], ...serviceOptions });
  const { root } = service;
  let wallets = 0;
  const statusOf: SendingService['statusOf'] = async ({ json }) => {
    const { sendTransactionStatusId } = json.activity.result.ethSendTransactionResultV2;
    return (await service.ask(root, 'get_send_transaction_status', { sendTransactionStatusId })).json;
  };
  return {
    ...service,
    node,
    async createSender(actor = root) {
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      };
      const { json } = await service.submit(actor, 'create_wallet', {
        walletName: `Sender ${++wallets}`,
        accounts: [account],
      });
      const [address] = json.activity.result.createWalletResult.addresses;
      await node.fund(address, 10n ** 24n);
      return address;
    },
    sendCall: (from, call, more = {}, actor = root) =>
      service.submit(actor, 'eth_send_transaction', { from, caip2, calls: [call], ...more }),
    statusOf,
    becomes: async (sent, txStatus) =>
      await expect.poll(async () => (await statusOf(sent)).txStatus, { interval: 50 }).toBe(txStatus),
    isNotTaken: async (sent, reason) =>
      await expect
        .poll(() => statusOf(sent), { interval: 50 })
        .toMatchObject({
          txStatus: 'INITIALIZED',
          txError: `${reason}. It may still be included, until another transaction with the same nonce is final`,
        }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    },
  };
}
