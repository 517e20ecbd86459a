import { WebhookEventType } from '@mintmark/schema/fields/webhooks/webhook-endpoint';
import { z } from 'zod';
import { type Delivery, defineKind, type Kind } from '../../core/handlers/define-kind.ts';
import { OutboundError } from '../adapters/outbound-error.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';
import { healthAfter, noteOutcome } from './endpoint-health.ts';
import { findEndpoint, isOn } from './endpoint-row.ts';
import { type Accepted, recordDelivery, recordFailure } from './record-attempt.ts';
import { sendEvent } from './send-event.ts';

const contents = z.object({
  /** The organization that has the endpoint: that of the event or its parent. */
  ownerId: z.string(),
  endpointId: z.string(),
  // Entries of earlier versions have none. Nearly all of them are about activities.
  eventType: WebhookEventType.default('ACTIVITY_UPDATES'),
  body: z.string(),
});

const define = (name: string, options: Pick<Kind, 'places' | 'sharesPlacesBySource' | 'endsWithOrganization'>) =>
  defineKind({
    name,
    ...options,
    contents,
    isSecret: false,
    // Nothing else removes what a receiver refused.
    erasesContents: true,
    hasForeignTargets: true,
    deliver,
    record: recordDelivery,
    recordFailure,
  });

/** An event for an endpoint of its own organization. */
export const webhook = define('webhook', { places: 16, sharesPlacesBySource: true, endsWithOrganization: true });

/**
 * An event for an endpoint of the parent. It is a kind of its own, since a kind of an organization is a lane: a sub-organization
 * with a slow receiver must not delay what its parent gets.
 */
export const parentWebhook = define('parent_webhook', {
  places: 8,
  sharesPlacesBySource: false,
  endsWithOrganization: false,
});

async function deliver(
  { ownerId, endpointId, body }: z.output<typeof contents>,
  { services, idempotencyKey: id, signal, read, change }: Delivery,
): Promise<Accepted | undefined> {
  const organization = { id: ownerId };
  const endpoint = await read((sql) => findEndpoint({ sql, organization, services }, endpointId, { isLocked: false }));
  // It was deleted or turned off after the event.
  if (!endpoint || !isOn(endpoint)) return undefined;
  const note = async (outcome: 'delivered' | 'failed') => {
    const now = services.clock();
    if (healthAfter(endpoint, outcome, now))
      await change((sql) => noteOutcome({ sql, organization, services }, endpointId, outcome, now));
  };
  let status: number;
  try {
    ({ status } = await sendEvent(services, { url: endpoint.url, id, body, party: ownerId }, signal));
    if (status < 200 || status > 299) throw new DeliveryError('REFUSED', { status, isFinal: isFinal(status) });
  } catch (error) {
    if (isOfReceiver(error)) await note('failed');
    throw error;
  }
  await note('delivered');
  return { status };
}

/** Whether the receiver says that it will never accept this event. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** Errors of this process, which say nothing about the receiver. */
const isOfReceiver = (error: unknown) =>
  error instanceof DeliveryError ||
  (error instanceof OutboundError && error.code !== 'BUSY' && error.code !== 'ABORTED');
