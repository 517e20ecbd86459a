import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_webhook_endpoint', {
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes an endpoint with its subscriptions. Events that are not delivered yet are not sent to it.',
  intent: version(1, z.strictObject({ endpointId: id('The endpoint to delete.') })),
  result: version(1, z.object({ endpointId: id('The endpoint that was deleted.') })),
  policy: { resource: 'WEBHOOK_ENDPOINT', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { endpointId: example.webhookEndpointId },
    result: { endpointId: example.webhookEndpointId },
  },
});
