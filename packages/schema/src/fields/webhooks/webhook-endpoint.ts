import { z } from 'zod';
import { component } from '../../component.ts';
import { flag, id, label, organizationId, storedLabel, webhookUrl } from '../../vocabulary.ts';

export const WebhookEventType = component(
  'WebhookEventType',
  'The type of an event. ACTIVITY_UPDATES: an activity of the organization or of one of its sub-organizations completed, failed, was rejected, or needs votes. The other types are about transactions that the service sent and about on-chain balances; only a parent organization receives them, for itself and its sub-organizations.',
  z.enum([
    'ACTIVITY_UPDATES',
    'BALANCE_CONFIRMED_UPDATES',
    'BALANCE_FINALIZED_UPDATES',
    'SEND_TRANSACTION_STATUS_UPDATES',
  ]),
);

const subscription = {
  eventType: WebhookEventType,
  filtersJson: z
    .string()
    .regex(/^$/, 'filters are not supported: leave filtersJson out')
    .meta({ description: 'Not supported: leave it out or empty.', examples: [''] })
    .optional(),
  isActive: flag('Whether events of this type are delivered. Defaults to true.').optional(),
};

export const WebhookSubscriptionParams = component(
  'WebhookSubscriptionParams',
  'An event type that an endpoint receives.',
  z.strictObject(subscription),
);

export const WebhookSubscription = component(
  'WebhookSubscription',
  'An event type that an endpoint receives.',
  z.object(subscription),
);

export const webhookFields = {
  url: webhookUrl(
    'Where events are sent, with POST: an https URL of at most 2,048 characters, without credentials and without a fragment, whose host is on the public Internet.',
  ),
  name: label('Human-readable name of the endpoint.', 'Back office'),
};

export const WebhookEndpointData = component(
  'WebhookEndpointData',
  'An endpoint that receives the events of an organization.',
  z.object({
    endpointId: id('The endpoint. The webhook-id header of each event that it receives ends with this ID.'),
    organizationId: organizationId('The organization that has the endpoint.'),
    ...webhookFields,
    name: storedLabel('Human-readable name of the endpoint.', 'Back office'),
    isActive: flag(
      'Whether events are delivered. The service sets it to false when all deliveries have failed for five days; update_webhook_endpoint sets it back to true.',
    ),
    subscriptions: z.array(WebhookSubscription).describe('The events that the endpoint receives.').optional(),
  }),
);
