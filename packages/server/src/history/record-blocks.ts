import type { BlockContents } from '../adapters/evm/block-contents.ts';
import type { RowMacs } from '../authority/row-macs.ts';
import type { Database, TransactionSql } from '../store/database.ts';
import {
  addHashes,
  type Head,
  type Lease,
  moveHead,
  removeHashesAbove,
  removeHashesBelow,
  setFinalized,
} from './chain-position.ts';
import { type ChainTransactionRow, insertTransactions, partiesOf, rowsOf } from './chain-transaction.ts';
import { findManagedAddresses } from './managed-addresses.ts';
import { blockAfterTransactions, removeTransactionsAbove, transactionsOfBlocks } from './transactions-of-all.ts';

/** Called after the transaction that raised events is committed. */
type AfterCommit = () => void;

/**
 * Raises events about transactions, within the transaction that records them. So none is lost or raised twice, whatever crashes: a
 * transaction is confirmed once for each block that it was in, and becomes final once.
 */
export interface HistoryEvents {
  confirmed(sql: TransactionSql, rows: readonly ChainTransactionRow[]): Promise<AfterCommit>;
  finalized(sql: TransactionSql, rows: readonly ChainTransactionRow[]): Promise<AfterCommit>;
}

export interface Recording {
  readonly database: Database;
  readonly macs: RowMacs;
  readonly events: HistoryEvents | undefined;
  readonly lease: Lease;
  readonly leaseMs: number;
  /** How many transactions become final at once, unless one block has more. */
  readonly mostFinal: number;
}

/** How long blocks may take to be recorded: less than the usual lease. */
const longestRecordMs = 30_000;

/** Records blocks that follow the head: their transactions, their hashes and the new head, all or nothing. Returns the new head. */
export async function recordBlocks(
  { database, macs, events, lease, leaseMs }: Recording,
  from: Head,
  blocks: readonly BlockContents[],
): Promise<Head> {
  const { caip2 } = lease;
  const parties = new Set(blocks.flatMap(({ transactions }) => transactions.flatMap((one) => [...partiesOf(one)])));
  const managed = await findManagedAddresses(database, [...parties]);
  const rows = blocks.flatMap((block) => rowsOf(macs, caip2, block, managed));
  const { number, hash } = blocks.at(-1) as BlockContents;
  const record = async (sql: TransactionSql) => {
    // First: it fails if another process has the lease, and makes all others wait.
    await moveHead(sql, { lease, from, leaseMs }, { number, hash });
    await addHashes(sql, caip2, blocks);
    await insertTransactions(sql, rows);
    return rows.length > 0 ? await events?.confirmed(sql, rows) : undefined;
  };
  // Many blocks may have many rows.
  const after = await database.transaction(record, { timeoutMs: longestRecordMs });
  after?.();
  return { number, hash };
}

/** Removes the blocks after one that the chain still has, and everything recorded from them. */
export async function dropBlocks({ database, lease, leaseMs }: Recording, from: Head, to: Head): Promise<Head> {
  const { caip2 } = lease;
  await database.transaction(async (sql) => {
    await moveHead(sql, { lease, from, leaseMs }, to);
    await removeHashesAbove(sql, caip2, to.number);
    await removeTransactionsAbove(sql, caip2, to.number);
  });
  return to;
}

/** Makes recorded blocks final. The position is kept with the events, so that each is raised once. */
export async function finalizeBlocks(
  { database, macs, events, lease, mostFinal }: Recording,
  after: bigint,
  to: bigint,
): Promise<void> {
  const { caip2 } = lease;
  for (let from = after; from < to; ) {
    const [beyond] = await database.query((sql) => blockAfterTransactions(sql, { caip2, after: from, to }, mostFinal));
    const last = beyond ? larger(beyond.blockNumber - 1n, from + 1n) : to;
    const record = async (sql: TransactionSql) => {
      await setFinalized(sql, lease, last);
      await removeHashesBelow(sql, caip2, last);
      const found = events ? await transactionsOfBlocks(sql, { caip2, after: from, to: last }) : [];
      const rows = macs.genuine('chain_transactions', found, { caip2 }, { isReadAgain: false });
      return rows.length > 0 ? await events?.finalized(sql, rows) : undefined;
    };
    const afterCommit = await database.transaction(record, { timeoutMs: longestRecordMs });
    afterCommit?.();
    from = last;
  }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
