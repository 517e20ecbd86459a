import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { BlockContents } from '../../delivery/adapters/evm/block-contents.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import {
  addHashes,
  type BegunPosition,
  type ChainPosition,
  type Head,
  movePosition,
  removeHashesAbove,
  removeHashesBelow,
} from './chain-position.ts';
import { type ChainTransactionRow, insertTransactions, partiesOf, rowsOf } from './chain-transaction.ts';
import { chainTransactionsTable } from './chain-transactions-table.ts';
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
  readonly leaseMs: number;
  /** How many transactions become final together, unless one block has more. */
  readonly maxFinal: number;
}

/** How long blocks may take to be recorded: less than the usual lease. */
const longestRecordMs = 30_000;

/** Records blocks that follow the head: their transactions, their hashes and the new head, all or nothing. Returns the new position. */
export async function recordBlocks(
  recording: Recording,
  position: BegunPosition,
  blocks: readonly BlockContents[],
): Promise<BegunPosition> {
  const { database, macs, events } = recording;
  const { caip2 } = position;
  const parties = new Set(blocks.flatMap(({ transactions }) => transactions.flatMap((one) => [...partiesOf(one)])));
  const managed = await findManagedAddresses(database, [...parties]);
  const rows = blocks.flatMap((block) => rowsOf(macs, caip2, block, managed));
  const { number: headNumber, hash: headHash } = blocks.at(-1) as BlockContents;
  const record = async (sql: TransactionSql) => {
    // First: it fails if another process has the lease, and makes all others wait.
    const moved = await movePosition(sql, recording, position, { headNumber, headHash });
    await addHashes(sql, caip2, blocks);
    await insertTransactions(sql, rows);
    return { moved, after: rows.length > 0 ? await events?.confirmed(sql, rows) : undefined };
  };
  // Many blocks may have many rows.
  const { moved, after } = await database.transaction(record, { timeoutMs: longestRecordMs });
  after?.();
  return moved;
}

/** Removes the blocks after one that the chain still has, and everything recorded from them. Returns the new position. */
export async function dropBlocks(recording: Recording, position: BegunPosition, to: Head): Promise<BegunPosition> {
  const { caip2 } = position;
  return await recording.database.transaction(async (sql) => {
    const moved = await movePosition(sql, recording, position, to);
    await removeHashesAbove(sql, caip2, to.headNumber);
    await removeTransactionsAbove(sql, caip2, to.headNumber);
    return moved;
  });
}

/** Makes recorded blocks final. The position is kept with the events, so that each is raised once. */
export async function finalizeBlocks(recording: Recording, position: BegunPosition, to: bigint): Promise<void> {
  const { database, macs, events, maxFinal } = recording;
  const { caip2 } = position;
  let current: ChainPosition = position;
  for (let from = position.finalizedNumber ?? position.firstNumber - 1n; from < to; ) {
    const after = from;
    const [beyond] = await database.query((sql) => blockAfterTransactions(sql, { caip2, after, to }, maxFinal));
    const last = beyond ? larger(beyond.blockNumber - 1n, after + 1n) : to;
    const record = async (sql: TransactionSql) => {
      const moved = await movePosition(sql, recording, current, { finalizedNumber: last });
      await removeHashesBelow(sql, caip2, last);
      const found = events ? await transactionsOfBlocks(sql, { caip2, after, to: last }) : [];
      const rows = macs.genuine(chainTransactionsTable, found, { caip2 }, { isReadAgain: false });
      return { moved, afterCommit: rows.length > 0 ? await events?.finalized(sql, rows) : undefined };
    };
    const { moved, afterCommit } = await database.transaction(record, { timeoutMs: longestRecordMs });
    afterCommit?.();
    current = moved;
    from = last;
  }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
