import type { Delivery } from '../contract/define-kind.ts';
import { hasEndedUnsent, lockSentTransaction, writeChanges } from './sent-transaction.ts';

/** What is known of a transaction that is about to be sent. */
export interface Sending {
  /** Whether no node can have it yet. */
  readonly isFirst: boolean;
  /** The block that it was seen in. */
  readonly block: { readonly number: bigint; readonly hash: string } | undefined;
}

/**
 * Stores that a transaction may have been sent, before it is. Returns nothing if it must not be sent: it has failed, and another
 * transaction may have its nonce. Rejects if another process delivers it now: a process that was stalled must not send it beside that
 * one, which may find that the first attempt to send it was refused.
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
    const isFirst = releasedAt === null;
    if (isFirst) await writeChanges(context, row, { releasedAt: services.clock() });
    const block = blockNumber === null || blockHash === null ? undefined : { number: blockNumber, hash: blockHash };
    return { isFirst, block };
  });
}
