import deleteWebhookEndpoint from '@mintmark/schema/operations/webhooks/delete-webhook-endpoint';
import { implement } from '../../core/handlers/implement.ts';
import { requireEndpoint } from '../../delivery/webhooks/endpoint-row.ts';
import { webhookEndpointsTable } from '../../delivery/webhooks/webhook-endpoints-table.ts';

export default implement(deleteWebhookEndpoint, async (context, { endpointId }) => {
  const row = await requireEndpoint(context, endpointId);
  await context.writer.remove(webhookEndpointsTable, [row]);
  return { endpointId: row.id };
});
