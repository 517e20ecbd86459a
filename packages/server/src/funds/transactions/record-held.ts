import type { RecordContext } from '../../core/handlers/define-kind.ts';
import { droppedState, pauseAfter } from './record-observation.ts';
import {
  type ChainState,
  changeChainState,
  lockSentTransaction,
  readSentTransactionsById,
  type SentTransactionRow,
} from './sent-transaction.ts';
import { raiseStatusEvent } from './status-event.ts';

/**
 * Ends a transaction that waits for another one, if that one was refused or failed and this one was never sent: then no node has it,
 * and none will get it. If it was in a block, the chain dropped the blocks of both. Returns when to look again.
 */
export async function recordHeld(
  context: RecordContext,
  transactionId: string,
  firstId: string,
): Promise<{ readonly againAfterMs: number } | undefined> {
  const first = (await readSentTransactionsById(context, [firstId])).get(firstId);
  const row = await lockSentTransaction(context, transactionId);
  if (!row) return undefined;
  if (row.releasedAt !== null) {
    const state = droppedState(row);
    if (state) await changeStatus(context, row, state);
    return pauseAfter(context);
  }
  if (row.status === 'FAILED') return undefined;
  if (first?.status !== 'FAILED' && first?.status !== 'REFUSED') return pauseAfter(context);
  const error = JSON.stringify({ message: 'the preceding transaction, which this one depends on, failed' });
  const state = { status: 'FAILED', blockNumber: null, blockHash: null, error } as const;
  await changeStatus(context, row, state);
  return undefined;
}

async function changeStatus(context: RecordContext, row: SentTransactionRow, state: ChainState): Promise<void> {
  await changeChainState(context, row, state);
  await raiseStatusEvent(context, row, state);
}
