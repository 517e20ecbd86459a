import type { EvmNode } from '@mintmark/testing/evm-node';
import { transferTopic } from './evm-contracts.ts';

/** A transaction of an address, as a scan of the whole chain finds it. */
export interface ScannedTransaction {
  readonly address: string;
  readonly number: bigint;
  readonly index: number;
  readonly hash: string;
  readonly blockHash: string;
  readonly fee: string;
  /** Direction, token, amount and counterparty of each transfer. */
  readonly transfers: readonly string[];
}

/** Reads all blocks of a node one by one, and finds the transactions of addresses, independently of the follower. */
export async function scanChain(node: EvmNode, addresses: readonly string[]): Promise<ScannedTransaction[]> {
  const newest = Number(await node.request('eth_blockNumber'));
  const found: ScannedTransaction[] = [];
  for (let number = 0; number <= newest; number++) {
    const block = await node.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true]);
    for (const [index, transaction] of block.transactions.entries()) {
      const receipt = await node.request('eth_getTransactionReceipt', [transaction.hash]);
      const moves = receipt.status === '0x1' ? movesOf(transaction, receipt) : [];
      for (const address of addresses) {
        const own = address.toLowerCase();
        const transfers = moves.flatMap(({ from, to, token, amount }) => [
          ...(from === own ? [`OUT ${token} ${amount} ${to}`] : []),
          ...(to === own ? [`IN ${token} ${amount} ${from}`] : []),
        ]);
        if (transfers.length === 0 && transaction.from !== own && transaction.to !== own) continue;
        found.push({
          address,
          number: BigInt(number),
          index,
          hash: transaction.hash,
          blockHash: block.hash,
          fee: String(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)),
          transfers,
        });
      }
    }
  }
  return found.toSorted(inOrder);
}

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface Move {
  readonly from: string;
  readonly to: string | null;
  readonly token: string;
  readonly amount: bigint;
}

function movesOf(
  { from, to, value }: { readonly from: string; readonly to: string | null; readonly value: string },
  { logs }: { readonly logs: readonly Log[] },
): Move[] {
  const tokens = logs
    .filter(({ topics, data }) => topics[0] === `0x${transferTopic}` && topics.length === 3 && data.length === 66)
    .map(({ address, topics, data }) => ({
      from: `0x${topics[1]?.slice(26)}`,
      to: `0x${topics[2]?.slice(26)}`,
      token: address,
      amount: BigInt(data),
    }));
  return [{ from, to, token: 'native', amount: BigInt(value) }, ...tokens].filter(({ amount }) => amount > 0n);
}

/** A row of the table in the same form. */
// biome-ignore lint/suspicious/noExplicitAny: a row of a test.
export const scannedForm = (row: any): ScannedTransaction => ({
  address: row.address,
  number: row.blockNumber,
  index: row.transactionIndex,
  hash: row.transactionHash,
  blockHash: row.blockHash,
  fee: row.fee,
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  transfers: JSON.parse(row.transfers).map(({ direction, token, amount, counterparty }: any) =>
    [direction, token?.toLowerCase() ?? 'native', amount, counterparty.toLowerCase()].join(' '),
  ),
});

export const inOrder = (one: ScannedTransaction, other: ScannedTransaction): number =>
  Number(one.number - other.number) || one.index - other.index || (one.address < other.address ? -1 : 1);
