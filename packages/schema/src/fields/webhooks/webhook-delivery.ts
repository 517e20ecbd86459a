import { z } from 'zod';
import { component } from '../../component.ts';
import { id, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { WebhookEventType } from './webhook-endpoint.ts';

export const WebhookDeliveryState = component(
  'WebhookDeliveryState',
  'What became of a delivery. DELIVERED: the receiver accepted the event. WAITING: the last attempt failed, and there will be another. FAILED: it was given up.',
  z.enum(['DELIVERED', 'WAITING', 'FAILED']),
);

export const WebhookDeliveryError = component(
  'WebhookDeliveryError',
  'Why an attempt failed. REFUSED: the receiver answered with another status than 200 to 299. UNREACHABLE: there was no connection. TIMEOUT: the receiver did not answer in time. FAILED: anything else, such as a host that is not on the public Internet. INTERRUPTED: the process of the service ended during every attempt.',
  z.enum(['REFUSED', 'UNREACHABLE', 'TIMEOUT', 'FAILED', 'INTERRUPTED']),
);

export const WebhookDelivery = component(
  'WebhookDelivery',
  'An event on its way to an endpoint, without its contents. createdAt is when the event happened, lastAttemptAt when the last attempt ended, and nextAttemptAt when the next one is due; nextAttemptAt is absent unless the delivery is WAITING.',
  z.object({
    webhookDeliveryId: id('The delivery.'),
    eventId: text('The event, as in the first part of the header webhook-id.').meta({
      examples: ['0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d73'],
    }),
    eventType: WebhookEventType,
    state: WebhookDeliveryState,
    attempts: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .meta({ description: 'How many attempts there were.', examples: [1] }),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp,
    nextAttemptAt: Timestamp.optional(),
    httpStatus: z
      .int()
      .min(100)
      .max(999)
      .meta({
        description: 'The status that the receiver answered the last attempt with, if it answered.',
        examples: [204],
      })
      .optional(),
    errorCode: WebhookDeliveryError.optional(),
  }),
);
