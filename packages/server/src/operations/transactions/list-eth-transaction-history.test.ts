import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts, giveTokens, transferCall, transferTopic, word } from '../../../test/evm-contracts.ts';
import { createHistoryRig, type HistoryNode, type HistoryRig, startHistoryNode } from '../../../test/history-rig.ts';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startSendingService } from '../../../test/sending.ts';
import type { Actor } from '../../../test/service.ts';
import { ethereumAccount, solanaAccount } from '../../../test/wallets.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ChainAssets } from '../../core/ports/chain-assets.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { chainAssets } from '../../funds/history/chain-assets.ts';
import { ChainFollower } from '../../funds/history/chain-follower.ts';
import { chainTransactionsTable } from '../../funds/history/chain-transactions-table.ts';

let node: HistoryNode;
let other: HistoryNode;
let rig: HistoryRig;
let one: string;
let two: string;
beforeAll(async () => {
  node = await startHistoryNode({ finality: 3 });
  other = await startHistoryNode({ chainId: 8453 });
  rig = await createHistoryRig([node, other]);
  [one, two] = rig.addresses;
  await giveTokens(node, node.rich, 10n ** 9n);
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask = (more: object = {}, actor: Actor = rig.service.root) =>
  rig.service.ask(actor, 'list_eth_transaction_history', { address: one, caip2: 'eip155:1', ...more });

const page = (paginationOptions: object, address = one) => rig.list(address, { paginationOptions });

test('error: a chain that is configured, and was never reached', async () => {
  expect(refusalOf(await ask())).toEqual([503, 'UNAVAILABLE']);
});

test('default: transactions with assets and amounts, newest first', async () => {
  await node.block({ to: one, value: 2n * 10n ** 18n });
  await node.block({ ...transferCall(one, 1_500_000n) }, { to: contracts.log3, data: unknownToken(one) });
  await node.mine(2);
  await rig.follow(rig.follower(node));
  const { transactions, pageInfo } = await rig.list(one.toLowerCase());
  expect(transactions).toMatchObject([
    { status: 'CONFIRMED', transfers: [{ direction: 'IN', amount: '1' }] },
    {
      status: 'CONFIRMED',
      block: { number: '2' },
      transfers: [{ asset: { symbol: 'TST', decimals: 6 }, amount: '1500000', display: { crypto: '1.5' } }],
    },
    {
      status: 'FINALIZED',
      origin: 'EXTERNAL',
      block: { number: '1' },
      to: one,
      fee: { caip19: 'eip155:1/slip44:60' },
      transfers: [{ amount: '2000000000000000000', display: { crypto: '2', usd: '5001.00' } }],
    },
  ]);
  expect(Object.keys(transactions[0].transfers[0])).toEqual(['direction', 'amount', 'counterparty']);
  expect(transactions[1].transfers[0].display.usd).toBeUndefined();
  expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  expect((await rig.list(two)).transactions).toEqual([]);
});

test('behavior: a transaction that the service submitted says which activity did it', async () => {
  await using service = await startSendingService();
  const { services, root } = service;
  const sender = await service.createSender();
  const followedAssets = new Map([['eip155:1', chainAssets('eip155:1', {}) as ChainAssets]]);
  Object.assign(services, { followedAssets });
  // The same bytes were refused before.
  const exact = { nonce: '0', gasLimit: '21000', maxFeePerGas: '9000000000', maxPriorityFeePerGas: '1' };
  service.node.intercept = (method) => {
    if (method === 'eth_sendRawTransaction') throw new Error('insufficient funds');
    return undefined;
  };
  const refusedIds: string[] = [];
  for (let times = 0; times < 3; times++) {
    const refused = await service.sendCall(sender, { to: node.rich, value: '5' }, exact);
    await service.isNotTaken(refused, 'the node refused the call: insufficient funds');
    refusedIds.push(refused.json.activity.id);
  }
  service.node.intercept = undefined;
  const sent = await service.sendCall(sender, { to: node.rich, value: '5' }, exact);
  await service.becomes(sent, 'INCLUDED');
  // Rows are read in any order: the refused ones become the last ones in the table and in its indexes.
  for (const hash of ['', (await service.statusOf(sent)).eth.txHash])
    await service.database.query(
      (sql) => sql`update sent_transactions set hash = ${hash} where id = any(${refusedIds}::uuid[])`,
    );
  const chain = services.chains.get('eip155:1') as EvmChain;
  const follower = new ChainFollower({ database: service.database, macs: services.macs, chain, fromBlock: 0 });
  await rig.follow(follower);
  await follower.stop();
  const { json } = await service.ask(root, 'list_eth_transaction_history', { address: sender, caip2: 'eip155:1' });
  expect(json.transactions).toMatchObject([
    {
      origin: 'MINTMARK',
      from: sender,
      platform: { sponsored: false, activityFingerprint: sent.json.activity.fingerprint },
    },
  ]);
  expect(Date.parse(json.transactions[0].platform.submittedAt)).not.toBeNaN();
});

const unknownToken = (to: string) => `0x${transferTopic}${word(node.rich)}${word(to)}${word(1n)}`;

describe('addresses', () => {
  test('error: not an address of the organization', async () => {
    const [stranger] = await addOrganization(rig.service);
    expect(refusalOf(await ask({}, stranger))).toEqual([400, 'REQUEST_INVALID']);
    expect(refusalOf(await ask({ address: node.rich }))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('error: the address of a private key', async () => {
    const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1', privateKeyTags: [] };
    const privateKeys = [{ ...key, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] }];
    const made = resultOf(await rig.service.submit(rig.service.root, 'create_private_keys', { privateKeys }));
    const { address } = made.privateKeys[0].addresses[0];
    expect(refusalOf(await ask({ address }))).toEqual([400, 'PRIVATE_KEY_ADDRESS_UNSUPPORTED']);
  });

  test('behavior: a parent reads the history of its sub-organization, and not the other way round', async () => {
    const { service } = rig;
    const [child] = await addOrganization(service, { parentId: service.root.organizationId });
    const wallet = { walletName: 'Wallet', accounts: [ethereumAccount(), solanaAccount()] };
    const made = resultOf(await service.submit(child, 'create_wallet', wallet));
    const [address] = made.addresses;
    const { organizationId } = child;
    const { json } = await ask({ organizationId, address });
    expect(json.transactions).toEqual([]);
    expect((await ask({ organizationId: service.root.organizationId }, child)).status).not.toBe(200);
  });
});

describe('chains', () => {
  test('error: a chain that is not configured', async () => {
    expect(refusalOf(await ask({ caip2: 'eip155:137' }))).toEqual([400, 'NOT_CONFIGURED']);
  });
});

describe('pages', () => {
  const hashesOf = ({ transactions }: { readonly transactions: readonly { readonly transactionHash: string }[] }) =>
    transactions.map(({ transactionHash }) => transactionHash);

  test('behavior: cursors are those of one address and chain', async () => {
    const { pageInfo } = await rig.list(one);
    const { endCursor } = pageInfo;
    expect((await page({ after: endCursor })).transactions).toEqual([]);
    await rig.follow(rig.follower(other));
    for (const more of [
      { address: two, paginationOptions: { after: endCursor } },
      { caip2: 'eip155:8453', paginationOptions: { before: endCursor } },
      { paginationOptions: { after: `${endCursor}A` } },
      { paginationOptions: { after: endCursor.replace(/^./, '_') } },
      { paginationOptions: { before: 'MjQxMzYwNTIuMTI3' } },
      { paginationOptions: { after: '00000000-0000-4000-8000-000000000000' } },
    ])
      expect(refusalOf(await ask(more))).toEqual([400, 'INVALID_CURSOR']);
  });

  test('behavior: 1,000 transfers are listed completely in both directions while new blocks arrive', async () => {
    const follower = rig.follower(node);
    await giveTokens(node, node.rich, 10n ** 9n);
    const sent: string[] = [];
    for (let block = 0; block < 100; block++)
      sent.push(
        ...(await node.block(
          ...Array.from({ length: 10 }, (_, index) =>
            index % 2 === 0 ? { to: two, value: 1n } : { ...transferCall(two, BigInt(index)) },
          ),
        )),
      );
    // Another follower has the lease.
    await rig.service.database.transaction((sql) => sql`update followed_chains set lease_ends_at = now()`);
    await rig.follow(follower);
    const all = sent.toReversed();
    const down: string[] = [];
    let newest: string | undefined;
    let after: string | undefined;
    for (let number = 0; ; number++) {
      const answer = await page({ limit: '70', ...(after && { after }) }, two);
      expect(answer.pageInfo).toMatchObject({ hasPreviousPage: number > 0 });
      newest ??= answer.pageInfo.startCursor;
      down.push(...hashesOf(answer));
      after = answer.pageInfo.endCursor;
      if (!answer.pageInfo.hasNextPage) break;
      if (number % 3 === 0) {
        sent.push(...(await node.block({ to: two, value: 7n })));
        await rig.follow(follower);
      }
    }
    expect(down).toEqual(all);
    // From the end, which is the last row that the walk has seen, upwards to what has arrived since.
    const up = [down.at(-1) as string];
    let before = after;
    for (;;) {
      const answer = await page({ limit: '70', ...(before && { before }) }, two);
      up.unshift(...hashesOf(answer));
      before = answer.pageInfo.startCursor;
      if (!answer.pageInfo.hasPreviousPage) break;
    }
    expect(up).toEqual(sent.toReversed());
    const news = await page({ limit: '100', ...(newest && { before: newest }) }, two);
    expect(hashesOf(news)).toEqual(sent.slice(1_000).toReversed());
    expect(news.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const between = await page(
      { limit: '100', after: news.pageInfo.startCursor, ...(newest && { before: newest }) },
      two,
    );
    expect(hashesOf(between)).toEqual(sent.slice(1_000, -1).toReversed());
  });

  test('args: limits', async () => {
    expect((await page({}, two)).transactions).toHaveLength(10);
    expect((await page({ limit: '100' }, two)).transactions).toHaveLength(100);
    expect((await page({ limit: '1' }, two)).transactions).toHaveLength(1);
    for (const limit of ['0', '101', '-1', 'x'])
      expect(refusalOf(await ask({ paginationOptions: { limit } }))[0]).toBe(400);
  });

  test('behavior: a page with many transfers is short, and no transaction is left out', async () => {
    const { database } = rig.service;
    const before = await rig.rows('eip155:1');
    // The count is what limits a page; the rows get new MACs with it.
    const large = before
      .filter(({ address }) => address === two)
      .slice(-9)
      .map((row, index) => ({ ...row, transferCount: [1, 900, 900, 900, 5_000, 5_000, 1, 1, 1][index] }));
    await database.transaction(async (sql) => {
      for (const row of large)
        await sql`
          update chain_transactions
          set transfer_count = ${row.transferCount}, mac = ${rig.service.macs.macOf(chainTransactionsTable, row)}
          where organization_id = ${row.organizationId} and caip2 = ${row.caip2} and address = ${row.address}
            and block_number = ${row.blockNumber} and transaction_index = ${row.transactionIndex}`;
    });
    const lengths: number[] = [];
    const found: string[] = [];
    let after: string | undefined;
    while (found.length < 9) {
      const answer = await page({ limit: '9', ...(after && { after }) }, two);
      lengths.push(answer.transactions.length);
      found.push(...hashesOf(answer));
      expect(answer.pageInfo.hasNextPage).toBe(true);
      after = answer.pageInfo.endCursor;
    }
    expect(lengths.slice(0, 5)).toEqual([3, 1, 1, 2, 9]);
    expect(found.slice(0, 9)).toEqual(large.map(({ transactionHash }) => transactionHash).toReversed());
  });
});

test('behavior: a row that somebody else wrote to the database is not shown', async () => {
  const { database, forged } = rig.service;
  const before = (await rig.list(one)).transactions.length;
  await database.transaction(
    (sql) => sql`update chain_transactions set fee = fee + 1 where address = ${one} and block_number = 1`,
  );
  expect((await rig.list(one)).transactions).toHaveLength(before - 1);
  expect(forged.at(-1)).toMatchObject({ table: 'chain_transactions' });
});

test.each([1n, -1n])('error: somebody else moved the final block of the database, by %s', async (by) => {
  const { database, forged } = rig.service;
  await database.transaction((sql) => sql`update followed_chains set lease_ends_at = now()`);
  const follower = rig.follower(node);
  await rig.follow(follower);
  const move = async (blocks: bigint) => {
    const moved = await database.transaction(
      (sql) => sql`update followed_chains set finalized_number = finalized_number + ${blocks} where caip2 = 'eip155:1'`,
    );
    expect(moved.count).toBe(1);
  };
  await move(by);
  expect(refusalOf(await ask())).toEqual([500, 'INTERNAL']);
  expect(forged.at(-1)).toMatchObject({ table: 'followed_chains' });
  await expect(follower.round()).rejects.toThrow(TamperedError);
  await move(-by);
  expect(await follower.round()).toBe('done');
  expect((await ask()).status).toBe(200);
});
