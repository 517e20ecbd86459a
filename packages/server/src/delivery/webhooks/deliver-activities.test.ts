import { importWebhookKeys, verifyWebhook } from '@mintmark/stamper/webhooks';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addOrganization, addUser, resultOf } from '../../../test/organizations.ts';
import { answering, startWebhooks } from '../../../test/webhook-rig.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { webhookEndpointsTable } from './webhook-endpoints-table.ts';

const rig = await startWebhooks();
afterAll(() => rig[Symbol.asyncDispose]());
const { service, receiver, at, eventsAt, addEndpoint, deliver, retry, entries, endpointRow } = rig;
const { submit, ask, database, app } = service;
const keys = await importWebhookKeys({ keys: [service.services.webhooks.signer.jwk] });

let tags = 0;
const newTag = () => ({ userTagName: `Tag ${++tags}`, userIds: [] });
let paths = 0;
let path = '/';
beforeEach(() => {
  path = `/${++paths}`;
});

test('default: an activity that completed', async () => {
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  const { json } = await submit(ada, 'create_user_tag', newTag());
  await deliver();
  const [received, ...others] = at(path);
  expect(others).toEqual([]);
  const { method, headers, body } = received ?? { headers: {}, body: '' };
  expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
  const verdict = await verifyWebhook({ headers, body, keys, endpointId });
  expect(verdict).toEqual({ ok: true, id: received?.headers['webhook-id'], timestamp: expect.any(Number) });
  const { canApprove, canReject, ...activity } = json.activity;
  expect(JSON.parse(body)).toEqual(activity);
  expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await entries()).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: the published keys verify it', async () => {
  const answer = await fetchPage('/public/v1/discovery/webhooks/jwks');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  const jwks = (await answer.json()) as { keys: object[] };
  expect(jwks.keys).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      kid: expect.stringMatching(/^webhook-[0-9a-f]{16}$/),
      alg: 'EdDSA',
      use: 'sig',
    },
  ]);
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  const { headers, body } = at(path)[0] ?? { headers: {}, body: '' };
  expect((await verifyWebhook({ headers, body, keys: await importWebhookKeys(jwks), endpointId })).ok).toBe(true);
});

test('behavior: each vote, rejection, denial and failure is an event', async () => {
  const [ada, bob] = await addOrganization(service, { roots: 2, threshold: 1 });
  const eve = await addUser(service, ada);
  await addEndpoint(ada, path);
  await submit(ada, 'update_root_quorum', { threshold: 2, userIds: [ada.userId, bob?.userId] });
  const waiting = (await submit(ada, 'create_user_tag', newTag())).json.activity;
  await submit(bob ?? ada, 'reject_activity', { fingerprint: waiting.fingerprint });
  expect((await submit(eve, 'create_user_tag', newTag())).status).toBe(403);
  await deliver();
  const statuses = eventsAt(path).map(({ type, status }) => [type, status.replace('ACTIVITY_STATUS_', '')]);
  // Deliveries of one organization may overlap, so their order is not fixed.
  expect(statuses.toSorted()).toEqual([
    ['ACTIVITY_TYPE_CREATE_USER_TAG', 'CONSENSUS_NEEDED'],
    ['ACTIVITY_TYPE_CREATE_USER_TAG', 'FAILED'],
    ['ACTIVITY_TYPE_CREATE_USER_TAG', 'REJECTED'],
    ['ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', 'COMPLETED'],
  ]);
  for (const event of eventsAt(path)) expect(event).not.toHaveProperty('canApprove');
});

test('behavior: a refused request and a repeated one are no events', async () => {
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, path);
  const tag = newTag();
  const { body } = await submit(ada, 'create_user_tag', tag);
  await service.send(ada, 'create_user_tag', body);
  expect((await submit(ada, 'create_user_tag', tag)).status).toBe(409);
  await deliver();
  expect(at(path)).toHaveLength(1);
});

test('behavior: the activities of one group are separate events', async () => {
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, path);
  const made = await Promise.all(Array.from({ length: 20 }, () => submit(ada, 'create_user_tag', newTag())));
  await deliver();
  const ids = eventsAt(path).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(made.map(({ json }) => json.activity.id).toSorted());
  expect(new Set(at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(20);
});

test('behavior: a parent gets the events of its sub-organizations, and they get none of its own or of each other', async () => {
  const [parent] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  const [sibling] = await addOrganization(service, { parentId: parent.organizationId });
  const [stranger] = await addOrganization(service);
  const endpoints = { parent: `${path}/parent`, child: `${path}/child`, stranger: `${path}/stranger` };
  const endpointId = await addEndpoint(parent, endpoints.parent);
  await addEndpoint(child, endpoints.child);
  await addEndpoint(stranger, endpoints.stranger);
  for (const actor of [parent, child, sibling]) resultOf(await submit(actor, 'create_user_tag', newTag()));
  await deliver();
  const ofTags = (place: string) =>
    eventsAt(place)
      .filter(({ type }) => type === 'ACTIVITY_TYPE_CREATE_USER_TAG')
      .map(({ organizationId }) => organizationId);
  const all = [parent, child, sibling].map(({ organizationId }) => organizationId);
  expect(ofTags(endpoints.parent).toSorted()).toEqual(all.toSorted());
  expect(ofTags(endpoints.child)).toEqual([child.organizationId]);
  expect(at(endpoints.stranger)).toEqual([]);
  const { headers, body } = at(endpoints.parent).at(-1) ?? { headers: {}, body: '' };
  expect((await verifyWebhook({ headers, body, keys, endpointId })).ok).toBe(true);
});

test('behavior: a failed delivery is tried again with the same id and body, and a new signature', async () => {
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  receiver.answers[path] = answering(500);
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(await entries()).toMatchObject([
    { state: 'waiting', attempts: 1, errorCode: 'REFUSED', errorText: 'The target refused it (HTTP 500)' },
  ]);
  receiver.answers[path] = {};
  // Signatures have whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await retry();
  const [first, second] = at(path);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
  expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
  const { headers, body } = second ?? { headers: {}, body: '' };
  expect((await verifyWebhook({ headers, body, keys, endpointId })).ok).toBe(true);
  expect(await entries()).toEqual([]);
});

test.each([
  [302, 'waiting'],
  [400, 'failed'],
  [404, 'failed'],
  [408, 'waiting'],
  [410, 'failed'],
  [425, 'waiting'],
  [429, 'waiting'],
  [503, 'waiting'],
])('behavior: after status %i the event is %s', async (status, state) => {
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, path);
  receiver.answers[path] = answering(status, status === 302 ? { location: `${path}/elsewhere` } : {});
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(at(path)).toHaveLength(1);
  expect(at(`${path}/elsewhere`)).toEqual([]);
  expect(await entries()).toMatchObject([{ state, attempts: 1 }]);
  // Nothing of a refused event stays.
  if (state === 'failed') expect(await entries()).toMatchObject([{ contents: null }]);
  await database.transaction((sql) => sql`delete from outbox`);
});

test('behavior: an endpoint that is deleted or off gets nothing any more', async () => {
  const [ada] = await addOrganization(service);
  const deleted = await addEndpoint(ada, `${path}/deleted`);
  const off = await addEndpoint(ada, `${path}/off`);
  await deliver();
  receiver.requests.length = 0;
  for (const place of ['deleted', 'off']) receiver.answers[`${path}/${place}`] = answering(500);
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(receiver.requests).toHaveLength(2);
  resultOf(await submit(ada, 'delete_webhook_endpoint', { endpointId: deleted }));
  resultOf(await submit(ada, 'update_webhook_endpoint', { endpointId: off, isActive: false }));
  // The first of these activities was an event for the second endpoint.
  await service.outbox.idle();
  receiver.requests.length = 0;
  await retry();
  expect(eventsAt(`${path}/deleted`)).toEqual([]);
  expect(eventsAt(`${path}/off`)).toEqual([]);
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await retry();
  expect([receiver.requests, await entries()]).toEqual([[], []]);
});

test('behavior: after days without a success the service turns the endpoint off, and a user turns it on again', async () => {
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  const shown = async () => (await ask(ada, 'list_webhook_endpoints')).json.webhookEndpoints[0].isActive;
  receiver.answers[path] = answering(500);
  const fail = async () => {
    resultOf(await submit(ada, 'create_user_tag', newTag()));
    await deliver();
  };
  await fail();
  const { failingSince, disabledAt } = await endpointRow(endpointId);
  expect([failingSince, disabledAt]).toEqual([expect.any(Date), null]);
  await setFailingSince(endpointId, new Date(Date.now() - 4.9 * 24 * 3_600_000));
  await fail();
  expect(await shown()).toBe(true);
  await setFailingSince(endpointId, new Date(Date.now() - 5.1 * 24 * 3_600_000));
  await fail();
  expect(await shown()).toBe(false);
  receiver.requests.length = 0;
  await fail();
  await retry();
  expect(at(path)).toEqual([]);
  receiver.answers[path] = {};
  resultOf(await submit(ada, 'update_webhook_endpoint', { endpointId, name: 'Still off' }));
  expect(await shown()).toBe(false);
  resultOf(await submit(ada, 'update_webhook_endpoint', { endpointId, isActive: true }));
  expect([await shown(), (await endpointRow(endpointId)).failingSince]).toEqual([true, null]);
  await fail();
  expect(at(path)).toHaveLength(1);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: a success ends the count of failures', async () => {
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  await setFailingSince(endpointId, new Date(Date.now() - 4 * 24 * 3_600_000));
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(await endpointRow(endpointId)).toMatchObject({ failingSince: null, disabledAt: null });
});

/** As the outbox writes it. */
async function setFailingSince(id: string, failingSince: Date): Promise<void> {
  const row = await endpointRow(id);
  const mac = service.macs.macOf(webhookEndpointsTable, { ...row, failingSince });
  await database.transaction(
    (sql) => sql`update webhook_endpoints set failing_since = ${failingSince}, mac = ${mac} where id = ${id}`,
  );
}

test('behavior: a subscription that is off gets nothing', async () => {
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, path, { subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: false }] });
  await addEndpoint(ada, path, { subscriptions: [{ eventType: 'BALANCE_CONFIRMED_UPDATES' }] });
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(at(path)).toEqual([]);
});

test('behavior: an endpoint that somebody wrote to the database gets nothing', async () => {
  const [ada] = await addOrganization(service);
  const endpointId = await addEndpoint(ada, path);
  await database.transaction(
    (sql) => sql`update webhook_endpoints set url = ${`${receiver.origin}${path}/other`} where id = ${endpointId}`,
  );
  resultOf(await submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect([at(path), at(`${path}/other`)]).toEqual([[], []]);
  expect((await verifyAudit(service)).problems).not.toEqual([]);
});

const fetchPage = async (place: string) => {
  const { fetchOf } = await import('../../runtime/http/in-process.ts');
  return fetchOf(app)(`http://local${place}`);
};
