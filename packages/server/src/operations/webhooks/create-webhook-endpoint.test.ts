import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { newWebhookSigner } from '../../../test/test-webhooks.ts';
import { webhookKinds } from '../../../test/webhook-rig.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const webhooks = { signer: newWebhookSigner(), allowsPrivate: false };
const service = await startService({ webhooks }, { outboxKinds: webhookKinds });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);
const off = [{ eventType: 'ACTIVITY_UPDATES', isActive: false }];
const endpoint = { url: 'https://app.example.com/hooks', name: 'Back office', subscriptions: off };

test('default', async () => {
  const { endpointId, webhookEndpoint } = resultOf(await submit(ada, 'create_webhook_endpoint', endpoint));
  expect(webhookEndpoint).toEqual({ endpointId, organizationId: ada.organizationId, isActive: true, ...endpoint });
  expect((await ask(ada, 'list_webhook_endpoints')).json).toEqual({ webhookEndpoints: [webhookEndpoint] });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: without subscriptions it gets activities', async () => {
  const [kim] = await addOrganization(service);
  const { url, name } = endpoint;
  const { webhookEndpoint } = resultOf(await submit(kim, 'create_webhook_endpoint', { url, name }));
  expect(webhookEndpoint.subscriptions).toEqual([{ eventType: 'ACTIVITY_UPDATES', isActive: true }]);
});

test.each([
  'http://app.example.com/',
  'https://user@app.example.com/',
  'https://user:secret@app.example.com/',
  'https://app.example.com/#part',
  'https://app.example.com/#',
  'https://localhost/',
  'https://api.localhost/',
  'https://localhost./',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0/',
  'https://10.0.0.1/',
  'https://192.168.1.1:8443/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://:443/',
])('error: the URL %s', async (url) => {
  const reply = await submit(ada, 'create_webhook_endpoint', { ...endpoint, url });
  expect([400, reply.error]).toEqual([reply.status, url.includes('１') ? 'REQUEST_INVALID' : 'INVALID_WEBHOOK_URL']);
});

test.each([
  'ftp://app.example.com/',
  'app.example.com',
  `https://app.example.com/${'a'.repeat(2048)}`,
  'https://app.example.com/ path',
  '',
])('error: a text that is not a URL of the web: %s', async (url) => {
  expect(refusalOf(await submit(ada, 'create_webhook_endpoint', { ...endpoint, url }))).toEqual([
    400,
    'REQUEST_INVALID',
  ]);
});

test.each([
  ['with filters', [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '{}' }]],
  ['twice to one type', [...off, ...off]],
  ['to nothing', []],
  ['to an unknown type', [{ eventType: 'EVERYTHING' }]],
])('error: a subscription %s', async (_, subscriptions) => {
  const reply = await submit(ada, 'create_webhook_endpoint', { ...endpoint, subscriptions });
  expect(refusalOf(reply)).toEqual([400, 'REQUEST_INVALID']);
});

test('behavior: only a parent organization subscribes to transactions and balances', async () => {
  const [parent] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  const types = ['BALANCE_CONFIRMED_UPDATES', 'BALANCE_FINALIZED_UPDATES', 'SEND_TRANSACTION_STATUS_UPDATES'];
  for (const eventType of types) {
    const parameters = { ...endpoint, subscriptions: [{ eventType }] };
    resultOf(await submit(parent, 'create_webhook_endpoint', parameters));
    const refused = await submit(child, 'create_webhook_endpoint', parameters);
    expect(refusalOf(refused)).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
  }
  resultOf(await submit(child, 'create_webhook_endpoint', endpoint));
});

test('error: more than ten endpoints', async () => {
  const [kim] = await addOrganization(service);
  for (let count = 0; count < 10; count++) resultOf(await submit(kim, 'create_webhook_endpoint', endpoint));
  const refused = await submit(kim, 'create_webhook_endpoint', endpoint);
  expect(refusalOf(refused)).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
});

test('error: a user that nothing allows to, and a user of the parent', async () => {
  const bob = await addUser(service, ada);
  expect(refusalOf(await submit(bob, 'create_webhook_endpoint', endpoint))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  const [child] = await addOrganization(service, { parentId: ada.organizationId });
  const inChild = await submit(ada, 'create_webhook_endpoint', endpoint, { organizationId: child.organizationId });
  expect(refusalOf(inChild)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
