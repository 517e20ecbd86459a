import { z } from 'zod';
import { component } from '../../component.ts';
import { id, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { WebhookEventType } from './webhook-endpoint.ts';

export const WebhookDeliveryState = component(
  'WebhookDeliveryState',
  'The state of a delivery. DELIVERED: the receiver accepted the event. WAITING: the last attempt failed, and another one will follow. FAILED: the service gave up.',
  z.enum(['DELIVERED', 'WAITING', 'FAILED']),
);

export const WebhookDeliveryError = component(
  'WebhookDeliveryError',
  'Why an attempt failed. REFUSED: the receiver responded with a status outside 200 to 299. UNREACHABLE: there was no connection. TIMEOUT: the receiver did not respond in time. FAILED: anything else, such as a host that is not on the public Internet. INTERRUPTED: the service process ended during every attempt.',
  z.enum(['REFUSED', 'UNREACHABLE', 'TIMEOUT', 'FAILED', 'INTERRUPTED']),
);

export const WebhookDelivery = component(
  'WebhookDelivery',
  'The delivery of an event to an endpoint, without the contents of the event. createdAt is when the event happened, lastAttemptAt when the last attempt ended, and nextAttemptAt when the next one is due; nextAttemptAt is absent unless the delivery is WAITING.',
  z.object({
    webhookDeliveryId: id('The delivery.'),
    eventId: text('The event, as in the first part of the webhook-id header.').meta({
      examples: ['0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d73'],
    }),
    eventType: WebhookEventType,
    state: WebhookDeliveryState,
    attempts: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .meta({ description: 'Number of attempts so far.', examples: [1] }),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp,
    nextAttemptAt: Timestamp.optional(),
    httpStatus: z
      .int()
      .min(100)
      .max(999)
      .meta({
        description: 'HTTP status of the response to the last attempt, if there was one.',
        examples: [204],
      })
      .optional(),
    errorCode: WebhookDeliveryError.optional(),
  }),
);
