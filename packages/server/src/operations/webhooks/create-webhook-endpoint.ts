import createWebhookEndpoint from '@mintmark/schema/operations/webhooks/create-webhook-endpoint';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { endpointRecord, insertEndpoint } from '../../delivery/webhooks/endpoint-row.ts';
import { requireWebhookUrl } from '../../delivery/webhooks/webhook-url.ts';

const activityUpdates = [{ eventType: 'ACTIVITY_UPDATES' as const, isActive: true }];

export default implement(createWebhookEndpoint, async (context, { url, name, subscriptions = activityUpdates }) => {
  const { organization, services } = context;
  requireWebhookUrl(url, services.webhooks);
  if (organization.parentId !== null && subscriptions.some(({ eventType }) => eventType !== 'ACTIVITY_UPDATES'))
    throw new ApiError(
      'INVALID_ACTIVITY_CALLER',
      'only a parent organization can subscribe to transactions and balances',
    );
  const row = await insertEndpoint(context, {
    url,
    name,
    subscriptions: subscriptions.map(({ eventType, isActive = true }) => ({ eventType, isActive })),
  });
  services.listeners.forget(organization.id);
  return { endpointId: row.id, webhookEndpoint: endpointRecord(row) };
});
