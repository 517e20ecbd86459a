import listWebhookEndpoints from '@mintmark/schema/operations/webhooks/list-webhook-endpoints';
import { answer } from '../../core/handlers/implement.ts';
import { endpointRecord, readEndpoints } from '../../delivery/webhooks/endpoint-row.ts';

export default answer(listWebhookEndpoints, async (context) => ({
  webhookEndpoints: (await readEndpoints(context)).map(endpointRecord),
}));
