import type { RecordContext } from '../contract/define-kind.ts';
import { pauseAfter } from './record-observation.ts';
import { changeChainState, lockSentTransaction, readSentTransactionsById } from './sent-transaction.ts';
import { raiseStatusEvent } from './status-event.ts';

/**
 * Ends a transaction that waits for another one, if that one failed and this one was never released: then no node has it, and none
 * will get it. Returns when to look again.
 */
export async function recordHeld(
  context: RecordContext,
  transactionId: string,
  firstId: string,
): Promise<{ readonly againAfterMs: number } | undefined> {
  const first = (await readSentTransactionsById(context, [firstId])).get(firstId);
  const row = await lockSentTransaction(context, transactionId);
  if (!row) return undefined;
  if (row.releasedAt !== null) return pauseAfter(context);
  if (row.status === 'FAILED') return undefined;
  if (first?.status !== 'FAILED') return pauseAfter(context);
  const error = JSON.stringify({ message: 'the transaction before it, which it needs, failed' });
  const state = { status: 'FAILED', blockNumber: null, blockHash: null, error } as const;
  await changeChainState(context, row, state);
  await raiseStatusEvent(context, row, state);
  return undefined;
}
