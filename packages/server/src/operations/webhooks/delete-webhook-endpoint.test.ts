import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);
const subscriptions = [{ eventType: 'ACTIVITY_UPDATES', isActive: false }];
const endpoint = { url: 'https://app.example.com/hooks', name: 'Back office', subscriptions };

test('default', async () => {
  const { endpointId } = resultOf(await submit(ada, 'create_webhook_endpoint', endpoint));
  const kept = resultOf(await submit(ada, 'create_webhook_endpoint', endpoint)).webhookEndpoint;
  const result = resultOf(await submit(ada, 'delete_webhook_endpoint', { endpointId: endpointId.toUpperCase() }));
  expect(result).toEqual({ endpointId });
  expect((await ask(ada, 'list_webhook_endpoints')).json.webhookEndpoints).toEqual([kept]);
  const again = await submit(ada, 'delete_webhook_endpoint', { endpointId });
  expect(refusalOf(again)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: an endpoint of another organization', async () => {
  const { endpointId } = resultOf(await submit(ada, 'create_webhook_endpoint', endpoint));
  const [kim] = await addOrganization(service);
  const refused = await submit(kim, 'delete_webhook_endpoint', { endpointId });
  expect(refusalOf(refused)).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
