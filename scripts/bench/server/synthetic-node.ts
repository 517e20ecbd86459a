import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/*
 * A node of eip155:1 that answers immediately: every block is the same one with another number and other hashes. It runs in a thread of
 * its own, so that it takes no time of what is measured.
 */

/** How many transactions a block has, as on Ethereum. */
const transactionsOfBlock = 150;

interface SyntheticOptions {
  /** Addresses in lower case. Each block has a transfer to each of them. */
  readonly addresses: readonly string[];
  /** The number of the newest block. */
  readonly newest: number;
}

/** Starts the node. */
export async function startSyntheticNode(
  options: SyntheticOptions,
): Promise<AsyncDisposable & { readonly url: string }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const [port] = await once(worker, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

const hex = (value: number, bytes = 0): string => `0x${value.toString(16).padStart(bytes * 2, '0')}`;
const hashOf = (number: number): string => hex(number + 1, 32);

/** Stand for the hash and the number of a block in the template of an answer. */
const places = { hash: `0x${'ee'.repeat(32)}`, parent: `0x${'dd'.repeat(32)}`, number: '0xcccccccccccc' };

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const logsBloom = `0x${'0'.repeat(512)}`;
const stranger = (index: number): string => hex(0xabc000 + index, 20);

function buildTemplates(addresses: readonly string[]) {
  const transactions = Array.from({ length: transactionsOfBlock }, (_, index) => ({
    hash: hex(index + 1, 32),
    blockHash: places.hash,
    blockNumber: places.number,
    transactionIndex: hex(index),
    type: '0x2',
    chainId: '0x1',
    nonce: hex(index),
    from: stranger(index),
    to: stranger(1_000 + index),
    value: '0x0',
    gas: '0x30d40',
    gasPrice: '0x77359400',
    maxFeePerGas: '0x77359400',
    maxPriorityFeePerGas: '0x3b9aca00',
    input: `0xa9059cbb${'11'.repeat(64)}`,
    accessList: [],
    v: '0x0',
    r: hex(7, 32),
    s: hex(8, 32),
  }));
  const receipts = transactions.map(({ hash, from, to, transactionIndex }, index) => ({
    transactionHash: hash,
    transactionIndex,
    blockHash: places.hash,
    blockNumber: places.number,
    from,
    to,
    type: '0x2',
    status: '0x1',
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x77359400',
    logsBloom,
    logs: [0, 1].map((log) => ({
      address: to,
      topics: [transferTopic, from, (log === 0 && addresses[index]) || stranger(2_000 + index)].map(
        (topic) => `0x${topic.slice(2).padStart(64, '0')}`,
      ),
      data: hex(index + 1, 32),
      blockHash: places.hash,
      blockNumber: places.number,
      transactionHash: hash,
      transactionIndex,
      logIndex: hex(index * 2 + log),
      removed: false,
    })),
  }));
  const header = {
    number: places.number,
    hash: places.hash,
    parentHash: places.parent,
    timestamp: '0x65000000',
    baseFeePerGas: '0x3b9aca00',
    logsBloom,
  };
  return {
    full: JSON.stringify({ ...header, transactions }),
    plain: JSON.stringify({ ...header, transactions: transactions.map(({ hash }) => hash) }),
    receipts: JSON.stringify(receipts),
  };
}

const filled = (template: string, number: number): string =>
  template
    .replaceAll(places.hash, hashOf(number))
    .replaceAll(places.parent, hashOf(number - 1))
    .replaceAll(places.number, hex(number));

async function serve({ addresses, newest }: SyntheticOptions): Promise<void> {
  const templates = buildTemplates(addresses);
  const answerTo = (method: string, [first, second]: readonly unknown[]): string => {
    if (method === 'eth_chainId') return '"0x1"';
    if (method === 'eth_getBlockReceipts') return filled(templates.receipts, Number(first) - 1);
    const number = first === 'latest' ? newest : first === 'finalized' ? 0 : Number(first);
    return filled(second ? templates.full : templates.plain, number);
  };
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${answerTo(method, params)}}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

if (!isMainThread && workerData?.addresses) await serve(workerData as SyntheticOptions);
