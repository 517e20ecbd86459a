import type { RecordContext } from '../contract/define-kind.ts';
import type { Observation } from './observe-transaction.ts';
import {
  type ChainState,
  changeChainState,
  lockSentTransaction,
  type SentTransactionRow,
  writeChanges,
} from './sent-transaction.ts';
import { raiseStatusEvent } from './status-event.ts';

/** How long to wait between two looks: a tenth of the time since it was signed, within limits. */
const pauses = { leastMs: 1_000, mostMs: 60_000, share: 10 };

/** Writes what was observed of a transaction. Returns when to look again, unless it cannot change any more. */
export async function recordObservation(
  context: RecordContext,
  transactionId: string,
  to: string,
  observation: Observation,
): Promise<{ readonly againAfterMs: number } | undefined> {
  const row = await lockSentTransaction(context, transactionId);
  if (!row || observation.is === 'over') return undefined;
  if (observation.is === 'nonceAhead' && observation.isFirstSend) {
    // No node has it, so that the next attempt to send it is the first one again.
    await writeChanges(context, row, { releasedAt: null });
    return pauseAfter(context);
  }
  const state = stateAfter(row, observation, to);
  if (state && isChanged(row, state)) await changeChainState(context, row, state);
  if (state && row.status !== state.status) await raiseStatusEvent(context, row, state);
  if (isOver(observation, state)) return undefined;
  return pauseAfter(context);
}

/** When to look again. */
export function pauseAfter({ now, createdAt }: RecordContext): { readonly againAfterMs: number } {
  const ageMs = now.getTime() - createdAt.getTime();
  return { againAfterMs: Math.min(Math.max(ageMs / pauses.share, pauses.leastMs), pauses.mostMs) };
}

const notIncluded = { blockNumber: null, blockHash: null, error: null };
const broadcasting: ChainState = { status: 'BROADCASTING', ...notIncluded };

/** The state of a transaction without a receipt. Undefined if it never had one: otherwise the chain dropped its block. */
export const droppedState = ({ blockHash }: SentTransactionRow): ChainState | undefined =>
  blockHash === null ? undefined : broadcasting;

/** The state after an observation. Undefined if it tells nothing. */
function stateAfter(
  row: SentTransactionRow,
  observation: Exclude<Observation, { readonly is: 'over' }>,
  to: string,
): ChainState | undefined {
  switch (observation.is) {
    case 'included': {
      const { blockNumber, blockHash, reverted } = observation;
      if (!reverted) return { status: 'INCLUDED', blockNumber, blockHash, error: null };
      const { type: errorType, text: displayMessage } = reverted;
      const message = `reverted: ${displayMessage}`;
      const error = JSON.stringify({ message, revertChain: [{ address: to, errorType, displayMessage }] });
      return { status: 'FAILED', blockNumber, blockHash, error };
    }
    case 'waiting':
      return broadcasting;
    case 'replaced':
      return failed('another transaction with the same nonce was included');
    case 'refused':
      // If an earlier attempt may have reached a node, the transaction may still be included: only the chain decides that.
      return row.status === 'INITIALIZED' && observation.isFirstSend ? failed(observation.reason) : droppedState(row);
    case 'nonceAhead':
    case 'missing':
      return droppedState(row);
    case 'unclear':
      return undefined;
  }
}

const failed = (message: string): ChainState => ({
  ...notIncluded,
  status: 'FAILED',
  error: JSON.stringify({ message }),
});

const isChanged = (row: SentTransactionRow, { status, blockHash, error }: ChainState): boolean =>
  row.status !== status || row.blockHash !== blockHash || row.error !== error;

function isOver(observation: Observation, state: ChainState | undefined): boolean {
  if (observation.is === 'included') return observation.isFinal;
  return state?.status === 'FAILED';
}
