import updateWebhookEndpoint from '@mintmark/schema/operations/webhooks/update-webhook-endpoint';
import { implement } from '../../core/handlers/implement.ts';
import { endpointRecord, requireEndpoint } from '../../delivery/webhooks/endpoint-row.ts';
import { webhookEndpointsTable } from '../../delivery/webhooks/webhook-endpoints-table.ts';
import { requireWebhookUrl } from '../../delivery/webhooks/webhook-url.ts';

export default implement(updateWebhookEndpoint, async (context, { endpointId, url, name, isActive }) => {
  if (url !== undefined) requireWebhookUrl(url, context.services.webhooks);
  const row = await requireEndpoint(context, endpointId);
  const changes = {
    ...(url !== undefined && { url }),
    ...(name !== undefined && { name }),
    ...(isActive !== undefined && { isActive }),
    // Turning it on gives the receiver another chance.
    ...(isActive && { failingSince: null, disabledAt: null }),
    updatedAt: context.now,
  };
  await context.writer.change(webhookEndpointsTable, [row], changes);
  context.services.listeners.forget(context.organization.id);
  return { endpointId: row.id, webhookEndpoint: endpointRecord({ ...row, ...changes }) };
});
