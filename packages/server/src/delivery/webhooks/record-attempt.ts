import { WebhookDeliveryError } from '@mintmark/schema/fields/webhooks/webhook-delivery';
import type { AttemptContext, FailedAttempt } from '../../core/handlers/define-kind.ts';
import { type DeliveryRow, noteAttempt, noteDropped } from './delivery-row.ts';

/** An event for an endpoint. */
interface SentEvent extends Pick<DeliveryRow, 'endpointId' | 'eventType'> {
  /** The organization that has the endpoint. */
  readonly ownerId: string;
}

/** What the receiver answered. */
export interface Accepted {
  readonly status: number;
}

/** Records that an event was delivered, or that it was dropped because the endpoint is off. */
export async function recordDelivery(
  context: AttemptContext,
  event: SentEvent,
  accepted: Accepted | undefined,
): Promise<undefined> {
  const owned = ownedBy(context, event);
  if (!accepted) await noteDropped(owned, context.entryId);
  else
    await noteAttempt(owned, {
      ...attemptOf(context, event),
      state: 'delivered',
      nextAttemptAt: null,
      httpStatus: accepted.status,
      errorCode: null,
    });
}

/** Records that an attempt failed. */
export async function recordFailure(
  context: AttemptContext,
  event: SentEvent,
  { code, status, againAt }: FailedAttempt,
): Promise<void> {
  await noteAttempt(ownedBy(context, event), {
    ...attemptOf(context, event),
    state: againAt ? 'waiting' : 'failed',
    nextAttemptAt: againAt ?? null,
    httpStatus: status ?? null,
    errorCode: WebhookDeliveryError.safeParse(code).data ?? 'FAILED',
  });
}

const ownedBy = ({ sql }: AttemptContext, { ownerId }: SentEvent) => ({ sql, organization: { id: ownerId } });

const attemptOf = (
  { entryId: id, idempotencyKey, attempt: attempts, createdAt, now: lastAttemptAt }: AttemptContext,
  { endpointId, eventType }: SentEvent,
) => ({
  ...{ id, endpointId, eventType, attempts, createdAt, lastAttemptAt },
  eventId: idempotencyKey.slice(0, -`_${endpointId}`.length),
});
