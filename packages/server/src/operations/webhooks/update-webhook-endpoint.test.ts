import { randomUUID } from 'node:crypto';
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
const { endpointId, webhookEndpoint } = resultOf(await submit(ada, 'create_webhook_endpoint', endpoint));
const update = (changes: object) => submit(ada, 'update_webhook_endpoint', { endpointId, ...changes });
const listed = async () => (await ask(ada, 'list_webhook_endpoints')).json.webhookEndpoints;

test('default', async () => {
  const changes = { url: 'https://other.example.com/', name: 'Other', isActive: false };
  const result = resultOf(await update({ ...changes, endpointId: endpointId.toUpperCase() }));
  expect(result).toEqual({ endpointId, webhookEndpoint: { ...webhookEndpoint, ...changes } });
  expect(await listed()).toEqual([result.webhookEndpoint]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: what is absent stays', async () => {
  const [before] = await listed();
  resultOf(await update({}));
  expect(await listed()).toEqual([before]);
  resultOf(await update({ isActive: true }));
  expect(await listed()).toEqual([{ ...before, isActive: true }]);
});

test.each([
  ['http to a public host', 'http://app.example.com/'],
  ['credentials', 'https://user@app.example.com/'],
  ['http to a private address', 'http://10.0.0.1/'],
])('error: a URL with %s, even where private addresses are allowed', async (_, url) => {
  expect(refusalOf(await update({ url }))).toEqual([400, 'INVALID_WEBHOOK_URL']);
});

test.each(['http://localhost:3000/hooks', 'http://127.0.0.1:3000/', 'http://[::1]:3000/', 'https://10.0.0.1/'])(
  'behavior: %s, where the operator allows it',
  async (url) => {
    expect(resultOf(await update({ url })).webhookEndpoint.url).toBe(url);
  },
);

test('error: subscriptions cannot be changed', async () => {
  expect(refusalOf(await update({ subscriptions }))).toEqual([400, 'REQUEST_INVALID']);
});

test('error: an endpoint of another organization', async () => {
  const [kim] = await addOrganization(service);
  for (const id of [endpointId, randomUUID()]) {
    const refused = await submit(kim, 'update_webhook_endpoint', { endpointId: id, name: 'Mine' });
    expect(refusalOf(refused)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  }
});
