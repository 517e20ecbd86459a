import { setTimeout as pause } from 'node:timers/promises';
import { createP256Stamper } from '@mintmark/stamper';
import { createEvmChain } from '../../../packages/server/src/delivery/adapters/evm/evm-chain.ts';
import { createGuardedFetch } from '../../../packages/server/src/delivery/adapters/guarded-fetch.ts';
import { ChainFollower } from '../../../packages/server/src/funds/history/chain-follower.ts';
import {
  type ChainTransactionRow,
  insertTransactions,
} from '../../../packages/server/src/funds/history/chain-transaction.ts';
import { chainTransactionsTable } from '../../../packages/server/src/funds/history/chain-transactions-table.ts';
import { followedChainsTable } from '../../../packages/server/src/funds/history/followed-chains-table.ts';
import { cursorOf } from '../../../packages/server/src/funds/history/transaction-cursor.ts';
import type { Root } from '../../../packages/server/src/runtime/bootstrap/make-organization.ts';
import { createServerOn, type Server } from '../../../packages/server/src/runtime/create-server.ts';
import { openService } from '../../../packages/server/src/runtime/open-service.ts';
import { openStore } from '../../../packages/server/src/runtime/open-store.ts';
import type { Database } from '../../../packages/server/src/storage/store/database.ts';
import { temporaryDirectory } from '../../load/service-process.ts';
import { submissionBody } from '../../load/stamped-requests.ts';
import { alternate } from './alternate.ts';
import { print, printHead } from './ratio-rows.ts';
import { startSyntheticNode } from './synthetic-node.ts';

const caip2 = 'eip155:1';
const counts = { long: 1_000_000, short: 1_000 };
const accounts = 1_000_000;
const rounds = 15;
const pagesOfRound = 5;
const blocksOfRound = 128;
const followRounds = 9;
/** As many blocks as the follower reads at the same time. */
const concurrentBlocks = 6;

type Macs = Awaited<ReturnType<typeof openService>>['macs'];

/** Measures pages of a long history beside those of a short one, and the follower beside bare fetching of the same blocks. */
export async function benchHistory(): Promise<void> {
  await using directory = await temporaryDirectory();
  const place = { database: 'embedded' as const, dataDirectory: directory.path };
  const store = await openStore(place);
  const { macs, root } = await openService(store.database, place);
  if (!root) throw new Error('the database is not empty');
  // Nothing listens at this port, so that nothing else happens meanwhile.
  const configuration = { chains: { [caip2]: { rpcUrl: 'http://127.0.0.1:9' } } };
  await using server = await createServerOn(store, { ...place, configuration });
  const addresses = await createWallet(server, root, 10);
  const [long, short] = addresses as [string, string];
  printHead('history, one request at a time');
  await writeTransactions(store.database, macs, { root, address: long, count: counts.long });
  await writeTransactions(store.database, macs, { root, address: short, count: counts.short });
  await pretendFollowed(store.database, macs);
  await benchPages(server, root, [long, short]);
  await addAccounts(store.database, root);
  await benchFollower(store.database, macs, addresses);
}

interface Answer {
  readonly activity?: { readonly result: { readonly createWalletResult: { readonly addresses: string[] } } };
  readonly transactions?: readonly object[];
}

/** A request that can be sent again and again. */
async function post(server: Server, root: Root, path: string, body: string): Promise<() => Promise<Answer>> {
  const stamper = createP256Stamper({ publicKey: root.apiPublicKey, privateKey: root.apiPrivateKey ?? '' });
  const { name, value } = await stamper.stamp(body);
  return async () => {
    const response = await server.fetch(`http://local${path}`, { method: 'POST', headers: { [name]: value }, body });
    const json = (await response.json()) as Answer;
    if (response.status !== 200) throw new Error(JSON.stringify(json));
    return json;
  };
}

async function createWallet(server: Server, root: Root, count: number): Promise<string[]> {
  const actor = { organizationId: root.organizationId } as Parameters<typeof submissionBody>[0];
  const body = submissionBody(actor, 'CREATE_WALLET', {
    walletName: 'Wallet',
    accounts: Array.from({ length: count }, (_, index) => ({
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: `m/44'/60'/0'/0/${index}`,
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    })),
  });
  const { activity } = await (await post(server, root, '/public/v1/submit/create_wallet', body))();
  return activity?.result.createWalletResult.addresses ?? [];
}

interface Written {
  readonly root: Root;
  readonly address: string;
  readonly count: number;
}

/** Writes one transaction in each block. */
async function writeTransactions(database: Database, macs: Macs, { root, address, count }: Written): Promise<void> {
  const { organizationId } = root;
  const transfers = JSON.stringify([{ direction: 'IN', token: null, amount: '250000000', counterparty: address }]);
  const batch = 1_000;
  for (let first = 0; first < count; first += batch) {
    const rows = Array.from({ length: batch }, (_, index): ChainTransactionRow => {
      const number = first + index;
      const row = {
        organizationId,
        caip2,
        address,
        blockNumber: BigInt(number),
        transactionIndex: number % 150,
        transactionHash: `0x${number.toString(16).padStart(64, 'a')}`,
        blockHash: `0x${number.toString(16).padStart(64, 'b')}`,
        blockTime: new Date(number * 12_000),
        sender: address,
        recipient: address,
        fee: '1302450000000000',
        transfers,
        transferCount: 1,
      };
      return { ...row, mac: macs.macOf(chainTransactionsTable, row) };
    });
    await database.transaction((sql) => insertTransactions(sql, rows), { timeoutMs: 60_000 });
  }
  await database.query((sql) => sql`analyze chain_transactions`, { timeoutMs: 60_000 });
}

const pretendFollowed = (database: Database, macs: Macs) =>
  database.transaction(async (sql) => {
    const [headNumber, finalizedNumber] = [BigInt(counts.long), BigInt(counts.long - 64)];
    const position = { caip2, firstNumber: 0n, headNumber, headHash: null, finalizedNumber };
    const mac = macs.macOf(followedChainsTable, position);
    await sql`delete from followed_chains where caip2 = ${caip2}`;
    await sql`insert into followed_chains ${sql([{ ...position, fence: 1000n, leaseEndsAt: new Date('9999-12-31'), mac }])}`;
  });

async function benchPages(server: Server, root: Root, [long, short]: readonly [string, string]): Promise<void> {
  const path = '/public/v1/query/list_eth_transaction_history';
  const { organizationId } = root;
  const timed = async (address: string, deep: boolean) => {
    const middle = (address === long ? counts.long : counts.short) / 2;
    const list = { organizationId, caip2, address };
    const after = deep && cursorOf(list, { blockNumber: BigInt(middle), transactionIndex: middle % 150 });
    const paginationOptions = { limit: '100', ...(after && { after }) };
    const send = await post(server, root, path, JSON.stringify({ ...list, paginationOptions }));
    return async () => {
      const start = performance.now();
      for (let page = 0; page < pagesOfRound; page++) {
        const { transactions } = await send();
        if (transactions?.length !== 100) throw new Error('the page is not full');
      }
      const ms = (performance.now() - start) / pagesOfRound;
      // A long answer counts as several requests, and the service limits them.
      await pause(pagesOfRound * 30);
      return ms;
    };
  };
  for (const [title, deep] of [
    ['first page of 100 of 1,000,000 transactions, beside 1,000', false],
    ['page of 100 in the middle of them', true],
  ] as const)
    print(title, await alternate(await timed(long, deep), await timed(short, deep), { warmUp: 3, count: rounds }), 0.8);
}

/** Accounts that no block names. */
async function addAccounts(database: Database, { organizationId }: Root): Promise<void> {
  await database.transaction(
    async (sql) => {
      await sql`set local statement_timeout = 0`;
      await sql`
        insert into wallet_accounts
        select organization_id, gen_random_uuid(), wallet_id, null, curve, 'm/' || number, address_format,
          '0x' || substr(encode(sha256(number::text::bytea), 'hex'), 1, 40), public_key, false, created_at, updated_at, mac
        from generate_series(1, ${accounts}::int) number,
          (select * from wallet_accounts where organization_id = ${organizationId} limit 1) original`;
      await sql`analyze wallet_accounts`;
    },
    { timeoutMs: 600_000 },
  );
}

async function benchFollower(database: Database, macs: Macs, addresses: readonly string[]): Promise<void> {
  await database.transaction((sql) => sql`delete from followed_chains`);
  const newest = blocksOfRound * (followRounds + 4);
  await using node = await startSyntheticNode({
    addresses: addresses.slice(2).map((one) => one.toLowerCase()),
    newest,
  });
  const chain = createEvmChain(caip2, { rpcUrl: node.url }, createGuardedFetch());
  const limits = { ofRound: blocksOfRound };
  const follower = new ChainFollower({ database, macs, chain, fromBlock: 1, limits });
  let next = 1;
  const follow = async () => {
    const start = performance.now();
    if ((await follower.round()) !== 'behind') throw new Error('there were too few blocks');
    return (performance.now() - start) / blocksOfRound;
  };
  const fetchBare = async () => {
    const start = performance.now();
    const end = next + blocksOfRound;
    const lane = async () => {
      while (next < end) {
        const number = next++;
        const options = { maxBytes: 32 * 1024 * 1024 };
        const block = await chain.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true], options);
        await chain.request('eth_getBlockReceipts', [(block as { hash: string }).hash], options);
      }
    };
    await Promise.all(Array.from({ length: concurrentBlocks }, lane));
    return (performance.now() - start) / blocksOfRound;
  };
  const pairs = await alternate(follow, fetchBare, { warmUp: 2, count: followRounds });
  const title = 'blocks, with 1,000,000 accounts, beside bare fetching';
  print(title, pairs, 0.5);
  await follower.stop();
}
