import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contracts, giveTokens, transferCall, word } from '../../../../test/evm-contracts.ts';
import { startHistoryNode } from '../../../../test/history-rig.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { readBlockContents } from './block-contents.ts';
import { createEvmChain } from './evm-chain.ts';
import { traceTransfers } from './trace-transfers.ts';

const node = await startHistoryNode();
afterAll(() => node[Symbol.asyncDispose]());
const other = '0x00000000000000000000000000000000000000a1';
await giveTokens(node, node.rich, 100n);
// The first block has one transaction, the second one three.
await node.block({ to: other, value: 1n });
const hashes = await node.block(
  { to: other, value: 2n },
  { ...transferCall(other, 3n) },
  { to: contracts.forwarder, value: 4n, data: `0x${word(other)}` },
);

const fetch = createGuardedFetch();
const newChain = () => createEvmChain(node.caip2, { rpcUrl: node.url }, fetch);
const read = (number = 2n, options = {}) => readBlockContents(newChain(), number, options);
beforeEach(() => {
  node.intercept = undefined;
  node.called.length = 0;
});

// biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
type Answer = any;

/** Answers a method with a changed answer of the node. */
const changed =
  (name: string, change: (answer: Answer) => Answer) => async (method: string, params: readonly unknown[]) =>
    method === name ? change(await node.request(method, params)) : undefined;

/** Answers as a node that knows the receipts of whole blocks. */
const receiptsOf =
  (change: (receipts: Answer[]) => Answer) =>
  async (method: string, [hash]: readonly unknown[]) => {
    if (method !== 'eth_getBlockReceipts') return undefined;
    const block = await node.request('eth_getBlockByHash', [hash, false]);
    const receipts = await Promise.all(
      block.transactions.map((one: string) => node.request('eth_getTransactionReceipt', [one])),
    );
    return change(receipts);
  };

describe('a block', () => {
  test('default: its transactions with their fees and transfers', async () => {
    const block = await read();
    const receipt = await node.request('eth_getTransactionReceipt', [hashes[1]]);
    expect(block).toMatchObject({ number: 2n, hash: receipt.blockHash });
    expect(block?.transactions).toMatchObject([
      { hash: hashes[0], index: 0, from: node.rich, to: other, transfers: [{ token: null, to: other, amount: 2n }] },
      {
        fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
        transfers: [{ token: contracts.token, from: node.rich, to: other, amount: 3n }],
      },
      { transfers: [{ token: null, from: node.rich, to: contracts.forwarder, amount: 4n }] },
    ]);
    expect((await read(1n))?.hash).toBe(block?.parentHash);
  });

  test('behavior: no block with this number', async () => {
    expect(await read(99n)).toBeUndefined();
  });

  test('behavior: a node without receipts of whole blocks is asked for them once', async () => {
    const chain = newChain();
    await readBlockContents(chain, 1n);
    await readBlockContents(chain, 2n);
    expect(node.called.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1);
    expect(node.called.filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(4);
  });

  test('behavior: receipts of a whole block, in any order, and those that the node left out', async () => {
    const plain = await read();
    for (const change of [
      (receipts: Answer[]) => receipts,
      (receipts: Answer[]) => receipts.toReversed(),
      (receipts: Answer[]) => receipts.slice(1),
    ]) {
      node.called.length = 0;
      node.intercept = receiptsOf(change);
      expect(await read()).toEqual(plain);
      expect(node.called.filter((method) => method === 'eth_getTransactionReceipt').length).toBeLessThan(2);
    }
  });

  test('behavior: fees for blobs and for the data of rollups count', async () => {
    const [plain] = (await read(1n))?.transactions ?? [];
    node.intercept = changed('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      blobGasUsed: '0x2',
      blobGasPrice: '0x3',
      l1Fee: '0x10',
    }));
    const [more] = (await read(1n))?.transactions ?? [];
    expect((more?.fee ?? 0n) - (plain?.fee ?? 0n)).toBe(22n);
  });

  test('behavior: traces, of whole blocks and of single transactions', async () => {
    const single = await read(2n, { traceTransfers });
    expect(single?.transactions[2]?.transfers).toEqual([
      { token: null, from: node.rich, to: contracts.forwarder, amount: 4n },
      { token: null, from: contracts.forwarder, to: other, amount: 4n },
    ]);
    node.intercept = async (method) =>
      method === 'debug_traceBlockByHash'
        ? await Promise.all(
            hashes.map(async (txHash) => ({
              txHash,
              result: await node.request('debug_traceTransaction', [txHash, { tracer: 'callTracer' }]),
            })),
          )
        : undefined;
    expect(await read(2n, { traceTransfers })).toEqual(single);
  });
});

describe('a node that lies', () => {
  const anotherHash = `0x${'ab'.repeat(32)}`;
  const changeReceipt = (more: object) => changed('eth_getTransactionReceipt', (receipt) => ({ ...receipt, ...more }));
  const changeBlock = (change: (block: Answer) => object) =>
    changed('eth_getBlockByNumber', (block) => ({ ...block, ...change(block) }));
  const changeLog = (more: object) =>
    changed('eth_getTransactionReceipt', (receipt) => ({
      ...receipt,
      logs: receipt.logs.map((log: object) => ({ ...log, ...more })),
    }));

  test.each([
    ['another block', changeBlock(() => ({ number: '0x3' }))],
    ['a time after the year 9999', changeBlock(() => ({ timestamp: `0x${'f'.repeat(16)}` }))],
    [
      'transactions of another block',
      changeBlock(({ transactions }) => ({
        transactions: transactions.map((one: object) => ({ ...one, blockHash: anotherHash })),
      })),
    ],
    ['transactions in another order', changeBlock(({ transactions }) => ({ transactions: transactions.toReversed() }))],
    [
      'a transaction twice',
      changeBlock(({ transactions: [first] }) => ({
        transactions: [first, { ...first, transactionIndex: '0x1' }],
      })),
    ],
    ['transactions as hashes', changeBlock(() => ({ transactions: hashes }))],
    ['no receipt', changed('eth_getTransactionReceipt', () => null)],
    ['receipts of another block', changeReceipt({ blockHash: anotherHash })],
    ['receipts of another number', changeReceipt({ blockNumber: '0x1' })],
    ['receipts of other transactions', changeReceipt({ transactionHash: anotherHash })],
    ['receipts of another sender', changeReceipt({ from: other })],
    ['receipts of another recipient', changeReceipt({ to: contracts.log3 })],
    ['receipts with another status', changeReceipt({ status: '0x2' })],
    ['receipts without a price', changeReceipt({ effectiveGasPrice: undefined })],
    ['a fee larger than any amount', changeReceipt({ gasUsed: `0x${'f'.repeat(64)}` })],
    ['logs of another block', changeLog({ blockHash: anotherHash })],
    ['logs of another transaction', changeLog({ transactionHash: anotherHash })],
    ['logs that were removed', changeLog({ removed: true })],
    ['logs with five topics', changeLog({ topics: Array(5).fill(anotherHash) })],
    ['logs with a short topic', changeLog({ topics: ['0xab'] })],
    ['logs with half a byte', changeLog({ data: '0xabc' })],
    [
      'receipts of a whole block that is another one',
      receiptsOf((receipts) => [...receipts, { ...receipts[0], transactionHash: anotherHash }]),
    ],
    ['an answer that is too long', changeBlock(() => ({ extraData: 'a'.repeat(33 * 1024 * 1024) }))],
    [
      'an answer that is nested too deep',
      (method: string) =>
        method === 'eth_getBlockByNumber' ? JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) : undefined,
    ],
  ])('error: %s', async (_, intercept) => {
    node.intercept = intercept;
    await expect(read()).rejects.toMatchObject({ name: 'EvmError', code: 'BAD_ANSWER' });
  });

  test('error: traces of another block', async () => {
    node.intercept = (method) => (method === 'debug_traceBlockByHash' ? [] : undefined);
    await expect(read(2n, { traceTransfers })).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  });

  test('error: a method that fails for another reason than being unknown is not given up', async () => {
    node.intercept = (method) => {
      if (method === 'eth_getBlockReceipts') throw Object.assign(new Error('limit exceeded'), { code: -32_005 });
      return undefined;
    };
    await expect(read()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
