import { z } from 'zod';
import type { EvmCallOptions, EvmChain } from '../../../core/ports/evm-chain.ts';
import { EvmError } from './evm-error.ts';
import { Address, Bytes, Hash, Quantity } from './evm-values.ts';
import { erc20Transfers, type ValueTransfer } from './value-transfers.ts';

/** What happened in a block, as far as value is concerned. */
export interface BlockContents {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: Date;
  readonly transactions: readonly ContentsTransaction[];
}

/** A transaction in a block. Addresses are lower-case hex; amounts are in atomic units. */
export interface ContentsTransaction {
  readonly hash: string;
  readonly index: number;
  readonly from: string;
  /** Null if the transaction created a contract. */
  readonly to: string | null;
  /** What the sender paid in the native asset. */
  readonly fee: bigint;
  /** The value that moved. A transaction that failed moved none. */
  readonly transfers: readonly ValueTransfer[];
}

/** How many bytes an answer about a whole block may have. */
const maxBytes = 32 * 1024 * 1024;

/** 9999-12-31: RFC 3339 has no later years. */
const latestSecond = 253_402_300_799n;

const Transaction = z.object({
  hash: Hash,
  blockHash: Hash,
  transactionIndex: Quantity,
  from: Address,
  to: Address.nullish(),
  value: Quantity,
});

const Block = z.object({
  number: Quantity,
  hash: Hash,
  parentHash: Hash,
  timestamp: Quantity.refine((seconds) => seconds <= latestSecond),
  transactions: z.array(Transaction),
});

const Log = z.object({
  address: Address,
  topics: z.array(Hash).max(4),
  data: Bytes,
  blockHash: Hash,
  transactionHash: Hash,
  removed: z.literal(false).optional(),
});

const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: Quantity,
  from: Address,
  to: Address.nullish(),
  status: Quantity.refine((status) => status <= 1n),
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  // EIP-4844.
  blobGasUsed: Quantity.nullish(),
  blobGasPrice: Quantity.nullish(),
  // What rollups of the OP Stack charge for the data on the chain below.
  l1Fee: Quantity.nullish(),
  logs: z.array(Log),
});
type Receipt = z.output<typeof Receipt>;

export interface ContentsOptions extends EvmCallOptions {
  /** Finds transfers of the native asset within transactions, for a node that traces. By default only their own value is seen. */
  readonly traceTransfers?: TraceTransfers;
}

/** The transfers of the native asset in each transaction of a block, by the hash of the transaction. */
export type TraceTransfers = (
  chain: EvmChain,
  block: { readonly hash: string; readonly transactionHashes: readonly string[] },
  options: EvmCallOptions,
) => Promise<ReadonlyMap<string, readonly ValueTransfer[]>>;

/**
 * Reads a block with everything that moved value in it; undefined if the node has no block with this number. All parts of the
 * answer must belong to the same block: a node that changes to another branch meanwhile gives BAD_ANSWER.
 */
export async function readBlockContents(
  chain: EvmChain,
  number: bigint,
  { signal, traceTransfers }: ContentsOptions = {},
): Promise<BlockContents | undefined> {
  const options = { signal, maxBytes };
  const asked = await chain.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true], options);
  const block = read(Block.nullable(), asked, `block ${number}`);
  if (!block) return undefined;
  if (block.number !== number) throw badAnswer(`the node returned another block for number ${number}`);
  const hashes = block.transactions.map(({ hash }) => hash);
  const isPart = block.transactions.every(
    ({ blockHash, transactionIndex }, index) => blockHash === block.hash && transactionIndex === BigInt(index),
  );
  if (!isPart || new Set(hashes).size < hashes.length)
    throw badAnswer(`block ${number} has transactions of another block`);
  const [receipts, traced] = await Promise.all([
    readReceipts(chain, block, options),
    hashes.length > 0 ? traceTransfers?.(chain, { hash: block.hash, transactionHashes: hashes }, options) : undefined,
  ]);
  const transactions = block.transactions.map((transaction, index) => {
    const { hash, from, to = null } = transaction;
    const receipt = receipts.get(hash) as Receipt;
    const native = traced?.get(hash) ?? [{ token: null, from, to, amount: transaction.value }];
    const transfers =
      receipt.status === 1n ? [...native, ...receipt.logs.flatMap(erc20Transfers)].filter(movesValue) : [];
    return { hash, index, from, to, fee: feeOf(receipt), transfers };
  });
  const { hash, parentHash, timestamp } = block;
  return { number, hash, parentHash, time: new Date(Number(timestamp) * 1000), transactions };
}

/** A contract can report transfers of nothing in the name of anybody, to make an address look familiar. */
const movesValue = (transfer: { readonly to: string | null; readonly amount: bigint }): transfer is ValueTransfer =>
  transfer.amount > 0n && transfer.to !== null;

function feeOf({ gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee }: Receipt): bigint {
  const fee = gasUsed * effectiveGasPrice + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n) + (l1Fee ?? 0n);
  if (fee >= 1n << 256n) throw badAnswer('a fee exceeds 256 bits');
  return fee;
}

type ReadBlock = z.output<typeof Block>;

/** The receipt of each transaction of a block, by the hash of the transaction. */
async function readReceipts(
  chain: EvmChain,
  block: ReadBlock,
  options: EvmCallOptions & { readonly maxBytes: number },
): Promise<ReadonlyMap<string, Receipt>> {
  const receipts = new Map<string, Receipt>();
  if (block.transactions.length === 0) return receipts;
  const transactions = new Map(block.transactions.map((transaction) => [transaction.hash, transaction]));
  const add = (receipt: Receipt) => {
    const transaction = transactions.get(receipt.transactionHash);
    const { hash, number } = block;
    const belongs =
      transaction !== undefined &&
      receipt.blockHash === hash &&
      receipt.blockNumber === number &&
      receipt.from === transaction.from &&
      (receipt.to ?? null) === (transaction.to ?? null) &&
      receipt.logs.every((log) => log.blockHash === hash && log.transactionHash === receipt.transactionHash);
    if (!belongs) throw badAnswer(`a receipt does not belong to block ${number}`);
    receipts.set(receipt.transactionHash, receipt);
  };
  const all = await askWholeBlock(chain, 'eth_getBlockReceipts', [block.hash], options);
  for (const receipt of read(z.array(Receipt).nullable(), all ?? null, 'eth_getBlockReceipts') ?? []) add(receipt);
  // Some nodes leave out transactions that the chain itself has made.
  const missing = [...transactions.keys()].filter((hash) => !receipts.has(hash));
  await eachConcurrently(missing, async (hash) => {
    add(read(Receipt, await chain.request('eth_getTransactionReceipt', [hash], options), `the receipt of ${hash}`));
  });
  return receipts;
}

/** How long a node is not asked again for a method that it lacks: an update may bring it. */
const askAgainMs = 600_000;

/** Asks about a whole block; undefined if the node lacks the method. */
export async function askWholeBlock(
  chain: EvmChain,
  method: string,
  params: readonly unknown[],
  options: EvmCallOptions & { readonly maxBytes: number },
): Promise<unknown> {
  const since = chain.lacking.get(method);
  if (since !== undefined && performance.now() - since < askAgainMs) return undefined;
  try {
    return await chain.request(method, params, options);
  } catch (error) {
    if (!(error instanceof EvmError && error.code === 'REFUSED')) throw error;
    chain.lacking.set(method, performance.now());
    return undefined;
  }
}

/** How many calls about one block are in flight: the node has other callers too. */
const maxConcurrent = 2;

/** Does work for each item, some of them concurrently. After a failure, no further work begins. */
export async function eachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const lane = async () => {
    try {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, lane));
}

export const badAnswer = (reason: string) => new EvmError('BAD_ANSWER', { reason });

export function read<Value extends z.ZodType>(value: Value, given: unknown, what: string): z.output<Value> {
  const { data, success } = value.safeParse(given);
  if (!success) throw badAnswer(what);
  return data;
}
