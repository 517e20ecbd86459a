import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { WebhookEndpointData, webhookFields } from '../../fields/webhooks/webhook-endpoint.ts';
import { flag, id } from '../../vocabulary.ts';

export default defineActivity('update_webhook_endpoint', {
  tag: 'Webhooks',
  summary: 'Update a webhook endpoint',
  description:
    'Changes the URL or the name of an endpoint, or turns it off and on. Absent fields stay unchanged. If the service has paused the endpoint after days of failed deliveries, turning it on ends the pause. Events that happen while the endpoint is off are not kept for it. The subscriptions cannot be changed.',
  intent: version(
    1,
    z.strictObject({
      endpointId: id('The endpoint to change.'),
      url: webhookFields.url.optional(),
      name: webhookFields.name.optional(),
      isActive: flag('Whether events are delivered.').optional(),
    }),
  ),
  result: version(
    1,
    z.object({ endpointId: id('The endpoint that was changed.'), webhookEndpoint: WebhookEndpointData }),
  ),
  policy: { resource: 'WEBHOOK_ENDPOINT', action: 'UPDATE' },
  errors: ['INVALID_WEBHOOK_URL', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { endpointId: example.webhookEndpointId, name: 'Back office', isActive: true },
    result: { endpointId: example.webhookEndpointId, webhookEndpoint: example.webhookEndpointRecord },
  },
});
