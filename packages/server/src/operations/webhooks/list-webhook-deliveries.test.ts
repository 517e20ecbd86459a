import { afterAll, beforeEach, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { answering, startWebhooks } from '../../../test/webhook-rig.ts';
import type { timestamp } from '../../core/model/timestamp.ts';

const rig = await startWebhooks();
afterAll(() => rig[Symbol.asyncDispose]());
const { service, receiver, at, addEndpoint, deliver, retry } = rig;
const { submit, ask, database } = service;

let tags = 0;
const addTag = async (by: Actor) =>
  resultOf(await submit(by, 'create_user_tag', { userTagName: `Tag ${++tags}`, userIds: [] }));
const list = (by: Actor, endpointId: string, more: object = {}) =>
  ask(by, 'list_webhook_deliveries', { endpointId, ...more });
const deliveriesTo = async (by: Actor, endpointId: string) => (await list(by, endpointId)).json.webhookDeliveries;
const count = async (endpointId: string) => {
  const rows = await database.query((sql) => sql`select from webhook_deliveries where endpoint_id = ${endpointId}`);
  return rows.length;
};

let paths = 0;
let path = '/';
beforeEach(() => {
  path = `/${++paths}`;
});

test('default: a delivery that the receiver accepted', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  receiver.answers[path] = answering(202);
  expect(await deliveriesTo(root, endpointId)).toEqual([]);
  await addTag(root);
  await deliver();
  const time = { seconds: expect.stringMatching(/^\d+$/), nanos: expect.stringMatching(/^\d+$/) };
  expect(await deliveriesTo(root, endpointId)).toEqual([
    {
      webhookDeliveryId: expect.any(String),
      eventId: String(at(path)[0]?.headers['webhook-id']).replace(`_${endpointId}`, ''),
      eventType: 'ACTIVITY_UPDATES',
      state: 'DELIVERED',
      attempts: 1,
      createdAt: time,
      lastAttemptAt: time,
      httpStatus: 202,
    },
  ]);
});

test('behavior: one that is retried, and accepted in the end', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  receiver.answers[path] = answering(503);
  await addTag(root);
  await deliver();
  const [waiting] = await deliveriesTo(root, endpointId);
  expect(waiting).toMatchObject({ state: 'WAITING', attempts: 1, httpStatus: 503, errorCode: 'REFUSED' });
  expect(Number(waiting.nextAttemptAt.seconds)).toBeGreaterThan(Number(waiting.lastAttemptAt.seconds));
  receiver.answers[path] = answering(200);
  await retry();
  const [delivered, ...others] = await deliveriesTo(root, endpointId);
  expect(others).toEqual([]);
  expect(delivered).toMatchObject({ state: 'DELIVERED', attempts: 2, httpStatus: 200 });
  expect(delivered.webhookDeliveryId).toBe(waiting.webhookDeliveryId);
  for (const member of ['nextAttemptAt', 'errorCode']) expect(delivered).not.toHaveProperty(member);
});

test('behavior: one that is given up immediately', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  receiver.answers[path] = answering(410);
  await addTag(root);
  await deliver();
  const [failed] = await deliveriesTo(root, endpointId);
  expect(failed).toMatchObject({ state: 'FAILED', attempts: 1, httpStatus: 410, errorCode: 'REFUSED' });
  expect(failed).not.toHaveProperty('nextAttemptAt');
});

test('behavior: one without an answer has no status', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path, { url: 'http://127.0.0.1:1/' });
  await addTag(root);
  await deliver();
  const [waiting] = await deliveriesTo(root, endpointId);
  expect(waiting).toMatchObject({ state: 'WAITING', errorCode: 'UNREACHABLE' });
  expect(waiting).not.toHaveProperty('httpStatus');
});

test('behavior: one whose processes were killed during every attempt', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  receiver.answers[path] = answering(503);
  await addTag(root);
  await deliver();
  await database.transaction(
    (sql) => sql`update outbox set attempts = 12 where organization_id = ${root.organizationId}`,
  );
  await retry();
  expect(await deliveriesTo(root, endpointId)).toMatchObject([{ state: 'FAILED', errorCode: 'INTERRUPTED' }]);
});

test('behavior: what waits for an endpoint that is turned off was given up', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  receiver.answers[path] = answering(503);
  await addTag(root);
  await deliver();
  resultOf(await submit(root, 'update_webhook_endpoint', { endpointId, isActive: false }));
  await retry();
  const [dropped] = await deliveriesTo(root, endpointId);
  expect(dropped).toMatchObject({ state: 'FAILED', attempts: 1, httpStatus: 503, errorCode: 'REFUSED' });
  expect(dropped).not.toHaveProperty('nextAttemptAt');
});

test('behavior: pages, newest first', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  for (let number = 0; number < 5; number++) await addTag(root);
  await deliver();
  const all = await deliveriesTo(root, endpointId);
  const times = all.map(
    ({ createdAt }: { createdAt: ReturnType<typeof timestamp> }) =>
      Number(createdAt.seconds) * 1e9 + Number(createdAt.nanos),
  );
  expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
  const page = async (options: object) =>
    (await list(root, endpointId, { paginationOptions: { limit: '2', ...options } })).json.webhookDeliveries;
  const first = await page({});
  const after = first[1].webhookDeliveryId;
  expect([...first, ...(await page({ after })), ...(await page({ after: all[3].webhookDeliveryId }))]).toEqual(all);
});

test('behavior: the last hundred of each endpoint are kept', async () => {
  const [root] = await addOrganization(service);
  const endpointId = await addEndpoint(root, path);
  const otherId = await addEndpoint(root, `${path}/other`);
  await addTag(root);
  await deliver();
  const [first] = await deliveriesTo(root, otherId);
  await database.transaction(
    (sql) => sql`
      insert into webhook_deliveries
        (organization_id, id, endpoint_id, event_id, event_type, state, attempts, created_at, last_attempt_at)
      select ${root.organizationId}, gen_random_uuid(), ${endpointId}, 'event', 'ACTIVITY_UPDATES', 'failed', 1,
        now() - number * interval '1 hour', now()
      from generate_series(1, 120) number`,
  );
  await addTag(root);
  await deliver();
  expect(await count(endpointId)).toBe(100);
  expect(await count(otherId)).toBe(2);
  expect((await deliveriesTo(root, endpointId))[0]).toMatchObject({ state: 'DELIVERED' });
  expect(await deliveriesTo(root, otherId)).toContainEqual(first);
});

test('behavior: the parent lists what its endpoints get from a sub-organization, which does not', async () => {
  const parent = service.root;
  const endpointId = await addEndpoint(parent, path);
  const [root] = await addOrganization(service, { parentId: parent.organizationId });
  await addTag(root);
  await deliver();
  expect(await deliveriesTo(parent, endpointId)).toMatchObject([{ state: 'DELIVERED' }]);
  expect(refusalOf(await list(root, endpointId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const ownId = await addEndpoint(root, `${path}/own`);
  const reading = { ...parent, organizationId: root.organizationId };
  expect((await list(reading, ownId)).json).toEqual({ webhookDeliveries: [] });
});

test('behavior: every user of the organization may list them, and they go with their endpoint', async () => {
  const [root] = await addOrganization(service);
  const ada = await addUser(service, root);
  const endpointId = await addEndpoint(root, path);
  await addTag(root);
  await deliver();
  expect(await deliveriesTo(ada, endpointId.toUpperCase())).toHaveLength(1);
  resultOf(await submit(root, 'delete_webhook_endpoint', { endpointId }));
  expect(refusalOf(await list(root, endpointId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  expect(await count(endpointId)).toBe(0);
});

test('error: the cursor of another endpoint', async () => {
  const [root] = await addOrganization(service);
  const [endpointId, otherId] = [await addEndpoint(root, path), await addEndpoint(root, `${path}/other`)];
  await addTag(root);
  await deliver();
  const [{ webhookDeliveryId: after }] = await deliveriesTo(root, otherId);
  const reply = await list(root, endpointId, { paginationOptions: { after } });
  expect(refusalOf(reply)).toEqual([400, 'INVALID_CURSOR']);
});
