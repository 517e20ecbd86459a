import type { RecordContext } from '../../core/handlers/define-kind.ts';
import { raiseEvent } from '../../delivery/webhooks/raise-event.ts';
import { type ChainState, type SentTransactionRow, shownStatus } from './sent-transaction.ts';

/** Tells webhook endpoints that a transaction has another status, or an error. */
export async function raiseStatusEvent(
  context: RecordContext,
  { id, activityId, caip2, hash }: SentTransactionRow,
  { status, error }: ChainState,
): Promise<void> {
  const { organization, now } = context;
  // A transaction has the same status again if the chain drops its block.
  const eventId = `transaction-${id}-${now.getTime()}`;
  await raiseEvent(context, {
    eventType: 'SEND_TRANSACTION_STATUS_UPDATES',
    eventId,
    body: {
      type: 'transaction:status',
      organizationId: organization.id,
      parentOrganizationId: organization.parentId ?? organization.id,
      msg: {
        sendTransactionStatusId: id,
        activityId,
        status: shownStatus({ status }),
        caip2,
        idempotencyKey: eventId,
        timestamp: String(Math.floor(now.getTime() / 1000)),
        txHash: hash,
        ...(error !== null && { error: JSON.parse(error) }),
      },
    },
  });
}
