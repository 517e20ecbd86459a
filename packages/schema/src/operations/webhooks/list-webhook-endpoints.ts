import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { WebhookEndpointData } from '../../fields/webhooks/webhook-endpoint.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_webhook_endpoints', {
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: 'Lists the webhook endpoints of the organization, oldest first, including those that are turned off.',
  request: z.strictObject({ organizationId: organizationId('The organization that has the endpoints.') }),
  response: z.object({ webhookEndpoints: z.array(WebhookEndpointData).describe('The endpoints.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { webhookEndpoints: [example.webhookEndpointRecord] },
  },
});
