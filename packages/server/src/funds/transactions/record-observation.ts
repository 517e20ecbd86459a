import type { RecordContext } from '../../core/handlers/define-kind.ts';
import type { Observation } from './observe-transaction.ts';
import {
  type ChainState,
  changeChainState,
  hasEndedUnsent,
  lockRivals,
  lockSentTransaction,
  type SentTransactionRow,
  wasNeverTaken,
  writeChanges,
} from './sent-transaction.ts';
import { raiseStatusEvent } from './status-event.ts';

/** How long to wait between two looks: a tenth of the time since it was signed, within limits. */
const pauses = { minMs: 1_000, maxMs: 60_000, share: 10 };
/** The longest wait after a refusal. Nodes keep the state of final blocks for some minutes more, which the look needs. */
const maxMsAfterRefusal = 240_000;

/**
 * Writes what was observed of a transaction. Returns when to look again, unless it cannot change any more.
 *
 * @param options.isSecond Whether it is sent only after another one has succeeded.
 */
export async function recordObservation(
  context: RecordContext,
  transactionId: string,
  observation: Observation,
  { to, isSecond }: { readonly to: string; readonly isSecond: boolean },
): Promise<{ readonly againAfterMs: number } | undefined> {
  const row = await lockSentTransaction(context, transactionId);
  if (!row || observation.is === 'over') return undefined;
  // Another transaction with its nonce became final meanwhile.
  if (hasEndedUnsent(row) && observation.is !== 'included') return undefined;
  if (observation.is === 'nonceAhead' && observation.isFirstSend) {
    // The answer was clear, so that a refusal of the next attempt ends the sending. If the transaction that a second one needs fails,
    // the second one has failed only if nobody has ever seen it.
    if (!isSecond) await writeChanges(context, row, { releasedAt: null });
    return pauseAfter(context);
  }
  const state = stateAfter(row, observation, to);
  if (state) await changeState(context, row, state);
  if (observation.is === 'included' && observation.isFinal) await failRivals(context, row);
  if (isOver(observation, state)) return undefined;
  return pauseAfter(context, (state ?? row).status === 'REFUSED' ? maxMsAfterRefusal : pauses.maxMs);
}

async function changeState(context: RecordContext, row: SentTransactionRow, state: ChainState): Promise<void> {
  if (isChanged(row, state)) await changeChainState(context, row, state);
  if (row.status !== state.status) await raiseStatusEvent(context, row, state);
}

/** Ends the other transactions with the nonce of one that is final: they cannot be included any more. */
async function failRivals(context: RecordContext, row: SentTransactionRow): Promise<void> {
  for (const rival of await lockRivals(context, row)) await changeState(context, rival, replaced);
}

/** When to look again. */
export function pauseAfter({ now, createdAt }: RecordContext, maxMs = pauses.maxMs): { readonly againAfterMs: number } {
  const ageMs = now.getTime() - createdAt.getTime();
  return { againAfterMs: Math.min(Math.max(ageMs / pauses.share, pauses.minMs), maxMs) };
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
      const { blockNumber, blockHash, reverted, isFinal } = observation;
      if (!reverted) return { status: 'INCLUDED', blockNumber, blockHash, error: null };
      // If the chain drops the block, the transaction may succeed in another one.
      if (!isFinal) return { status: 'BROADCASTING', blockNumber, blockHash, error: null };
      const { type: errorType, text: displayMessage } = reverted;
      const message = `reverted: ${displayMessage}`;
      const error = JSON.stringify({ message, revertChain: [{ address: to, errorType, displayMessage }] });
      return { status: 'FAILED', blockNumber, blockHash, error };
    }
    case 'waiting':
      return broadcasting;
    case 'replaced':
      return replaced;
    case 'refused':
      if (!wasNeverTaken(row)) return droppedState(row);
      // If an earlier attempt may have reached a node, the transaction is sent again, like one that a node had taken.
      return notTaken(observation.isFirstSend ? 'REFUSED' : 'DENIED', observation.reason);
    case 'denied':
      return wasNeverTaken(row) ? notTaken('DENIED', observation.reason) : droppedState(row);
    case 'nonceAhead':
    case 'missing':
      return droppedState(row);
    case 'unclear':
      return undefined;
  }
}

const replaced: ChainState = {
  ...notIncluded,
  status: 'FAILED',
  error: JSON.stringify({ message: 'another transaction with the same nonce was included' }),
};

/** The state of a transaction that no node took. It has not failed: a node that lies may have kept it. */
const notTaken = (status: 'REFUSED' | 'DENIED', reason: string): ChainState => ({
  ...notIncluded,
  status,
  error: JSON.stringify({
    message: `${reason}. It may still be included, until another transaction with the same nonce is final`,
  }),
});

const isChanged = (row: SentTransactionRow, { status, blockHash, error }: ChainState): boolean =>
  row.status !== status || row.blockHash !== blockHash || row.error !== error;

function isOver(observation: Observation, state: ChainState | undefined): boolean {
  if (observation.is === 'included') return observation.isFinal;
  return state?.status === 'FAILED';
}
