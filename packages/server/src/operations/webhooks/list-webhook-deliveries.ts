import listWebhookDeliveries from '@mintmark/schema/operations/webhooks/list-webhook-deliveries';
import { answer } from '../../core/handlers/implement.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { readPage } from '../../core/requests/read-page.ts';
import { deliveryRecord, readDeliveries } from '../../delivery/webhooks/delivery-row.ts';
import { findEndpoint, noSuchEndpoint } from '../../delivery/webhooks/endpoint-row.ts';

export default answer(listWebhookDeliveries, async (context, { endpointId, paginationOptions }) => {
  const { sql, organization } = context;
  const endpoint = await findEndpoint(context, endpointId.toLowerCase(), { isLocked: false });
  if (!endpoint) throw noSuchEndpoint();
  const scope = sql`${ofOrganization(sql, organization)} and endpoint_id = ${endpoint.id}`;
  const { ids } = await readPage(sql, { table: 'webhook_deliveries', scope, filter: sql`` }, paginationOptions);
  return { webhookDeliveries: (await readDeliveries(context, endpoint.id, ids)).map(deliveryRecord) };
});
