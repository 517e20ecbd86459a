import type { Delivery } from '../../core/handlers/define-kind.ts';
import {
  hasEndedUnsent,
  isSuperseded,
  lockSentTransaction,
  type SentTransactionRow,
  wasNeverTaken,
  writeChanges,
} from './sent-transaction.ts';

/** What is known of a transaction before a look at its chain. */
export interface Sending {
  /** Whether it is to be sent. If not, it is only watched: a node may have kept it nevertheless. */
  readonly isSent: boolean;
  /** Whether every earlier attempt to send it had a clear answer. */
  readonly isFirst: boolean;
  /** Whether no node has taken it, as far as the nodes say. */
  readonly wasNeverTaken: boolean;
  /** The block that it was seen in. */
  readonly block: { readonly number: bigint; readonly hash: string } | undefined;
}

/**
 * Stores that a transaction may have been sent, before it is. Returns nothing if it has ended. Rejects if another process delivers it
 * now: a process that was stalled must not send it beside that one, which may find that the first attempt to send it was refused.
 */
export async function markSending(
  { services, organizationId, changeWhileHeld }: Delivery,
  id: string,
): Promise<Sending | undefined> {
  return await changeWhileHeld(async (sql) => {
    const context = { sql, services, organization: { id: organizationId } };
    const row = await lockSentTransaction(context, id);
    if (!row || hasEndedUnsent(row)) return undefined;
    const { releasedAt, blockNumber, blockHash } = row;
    const isSent = !(await isLeftAlone(context, row));
    const isFirst = releasedAt === null;
    if (isSent && isFirst) await writeChanges(context, row, { releasedAt: services.clock() });
    const block = blockNumber === null || blockHash === null ? undefined : { number: blockNumber, hash: blockHash };
    return { isSent, isFirst, wasNeverTaken: wasNeverTaken(row), block };
  });
}

/** A refusal ends the sending. What no node has is sent until its nonce is given to another one. */
const isLeftAlone = async (context: Parameters<typeof isSuperseded>[0], row: SentTransactionRow): Promise<boolean> =>
  row.status === 'REFUSED' || (row.status === 'DENIED' && (await isSuperseded(context, row)));
