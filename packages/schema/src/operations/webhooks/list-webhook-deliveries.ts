import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PaginationOptions } from '../../fields/pagination.ts';
import { WebhookDelivery } from '../../fields/webhooks/webhook-delivery.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_webhook_deliveries', {
  tag: 'Webhooks',
  summary: 'List the deliveries to a webhook endpoint',
  description:
    'Lists the last 100 deliveries to an endpoint, newest events first. A delivery is listed once its first attempt has ended. Only an empty page marks the end.',
  request: z.strictObject({
    organizationId: organizationId('The organization that has the endpoint.'),
    endpointId: id('The endpoint.'),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({ webhookDeliveries: z.array(WebhookDelivery).describe('The deliveries.') }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_CURSOR'],
  example: {
    request: {
      organizationId: example.organizationId,
      endpointId: example.webhookEndpointId,
      paginationOptions: { limit: '25' },
    },
    response: { webhookDeliveries: [example.webhookDelivery] },
  },
});
