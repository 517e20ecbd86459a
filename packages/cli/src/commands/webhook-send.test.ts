import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postPatiently } from '@mintmark/server/test/load';
import type { Actor } from '@mintmark/server/test/service';
import { importWebhookKeys, verifyWebhook } from '@mintmark/stamper/webhooks';
import { startJsonServer } from '@mintmark/testing/json-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPreparedInstallation, type Installation } from '../../test/installation.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import type { StartedMintmark } from '../../test/started-mintmark.ts';

const stack = new AsyncDisposableStack();
let installation: Installation;
let service: StartedMintmark;
let receiver: Awaited<ReturnType<typeof startJsonServer>>;
let root: Actor;
let endpointId: string;
beforeAll(async () => {
  installation = stack.use(await createPreparedInstallation());
  receiver = stack.use(await startJsonServer());
  await writeFile(join(installation.dataDirectory, 'config.json'), '{"webhooks":{"allowPrivate":true}}');
  service = stack.use(await installation.startHere());
  root = await installation.readRoot();
  const { organizationId } = root;
  const parameters = { url: `${receiver.origin}/hidden-path`, name: 'Receiver' };
  const type = 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT';
  const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });
  const reply = await postPatiently(service.url, { actor: root, operation: 'create_webhook_endpoint', body });
  endpointId = reply?.json.activity.result.createWebhookEndpointResult.endpointId;
});
afterAll(() => stack.disposeAsync());
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answers['/hidden-path'] = {};
});

const send = (organizationId: string, endpoint: string, env = {}) =>
  runMintmark(['webhook', 'send', '--organization', organizationId, '--endpoint', endpoint], {
    ...installation.env,
    ...env,
  });

test('default: sends an event that the published keys verify', async () => {
  const { organizationId } = root;
  const ended = await send(organizationId, endpointId.toUpperCase());
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
  const keys = await importWebhookKeys(await (await fetch(`${service.url}/public/v1/discovery/webhooks/jwks`)).json());
  const verdict = await verifyWebhook({ headers, body, keys, endpointId });
  const id = verdict.ok ? verdict.id : verdict.error.message;
  expect(ended).toEqual({
    code: 0,
    stdout: `to      ${receiver.origin}\nid      ${id}\nstatus  200: delivered\n`,
    stderr: '',
  });
  const timestamp = expect.stringMatching(/^20/);
  expect(JSON.parse(body)).toEqual({ type: 'webhook:test', organizationId, endpointId, timestamp });
});

test('behavior: says what the receiver answered instead', async () => {
  receiver.answers['/hidden-path'] = (response) => response.writeHead(503).end('secret answer');
  const { code, stderr } = await send(root.organizationId, endpointId);
  expect([code, stderr]).toEqual([1, 'mintmark: not delivered: the receiver answered 503\n']);
});

test('error: an endpoint at a private address, if the operator does not allow it', async () => {
  const config = join(installation.dataDirectory, 'strict.json');
  await writeFile(config, '{}');
  const { code, stderr } = await send(root.organizationId, endpointId, { MINTMARK_CONFIG_FILE: config });
  expect([code, stderr]).toEqual([
    1,
    `mintmark: not delivered: ${receiver.origin}: the request is not allowed (NOT_HTTPS)\n`,
  ]);
  expect(receiver.requests).toEqual([]);
});

test.each([
  ['an unknown endpoint', (id: string) => [id, '00000000-0000-4000-8000-000000000000'], /has no webhook endpoint/],
  ['another organization', () => ['00000000-0000-4000-8000-000000000000', endpointId], /has no webhook endpoint/],
  ['an id that is none', (id: string) => [id, 'endpoint'], /--endpoint must be an id/],
])('error: %s', async (_, words, message) => {
  const [organizationId = '', endpoint = ''] = words(root.organizationId);
  const { code, stderr } = await send(organizationId, endpoint);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});

test('error: without ids', async () => {
  const { code, stderr } = await runMintmark(['webhook', 'send'], installation.env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('--organization is missing')]);
});
