import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import {
  WebhookEndpointData,
  WebhookSubscriptionParams,
  webhookFields,
} from '../../fields/webhooks/webhook-endpoint.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_webhook_endpoint', {
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Creates an endpoint that receives new events of the organization and of its sub-organizations. Events are signed according to the Standard Webhooks specification, with the ed25519 key at /public/v1/discovery/webhooks/jwks. An organization has at most 10 endpoints. Only a parent organization can subscribe to transactions and balances.',
  intent: version(
    1,
    z.strictObject({
      ...webhookFields,
      subscriptions: z
        .array(WebhookSubscriptionParams)
        .min(1)
        .max(4)
        .describe('The events that the endpoint receives. Defaults to ACTIVITY_UPDATES. Cannot be changed later.')
        .optional(),
    }),
  ),
  rules: [
    {
      error: 'REQUEST_INVALID',
      description: 'No two subscriptions have the same event type.',
      path: 'subscriptions',
      holds: ({ subscriptions = [] }) =>
        new Set(subscriptions.map(({ eventType }) => eventType)).size === subscriptions.length,
    },
  ],
  result: version(
    1,
    z.object({ endpointId: id('The endpoint that was created.'), webhookEndpoint: WebhookEndpointData }),
  ),
  policy: { resource: 'WEBHOOK_ENDPOINT', action: 'CREATE' },
  errors: ['INVALID_WEBHOOK_URL', 'INVALID_ACTIVITY_CALLER', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: example.webhookEndpoint,
    result: { endpointId: example.webhookEndpointId, webhookEndpoint: example.webhookEndpointRecord },
  },
});
