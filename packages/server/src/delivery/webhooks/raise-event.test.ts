import { afterAll, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { startWebhooks } from '../../../test/webhook-rig.ts';
import { raiseEvent } from './raise-event.ts';

const rig = await startWebhooks();
afterAll(() => rig[Symbol.asyncDispose]());
const { service, at, eventsAt, addEndpoint, deliver, entries } = rig;
const { database, outbox, services } = service;
const [parent] = await addOrganization(service);
const [child] = await addOrganization(service, { parentId: parent.organizationId });
const eventType = 'SEND_TRANSACTION_STATUS_UPDATES';
const endpointId = await addEndpoint(parent, '/parent', { subscriptions: [{ eventType }] });
await addEndpoint(child, '/child');

/** Raises an event in a transaction of its own, as the follower of a chain does. */
async function raise(actor: Actor, event: { eventId: string; body: object }, fails = false): Promise<void> {
  const parentId = actor === child ? parent.organizationId : null;
  const organization = { id: actor.organizationId, parentId, source: null };
  const writer = await database.transaction(async (sql) => {
    const writer = outbox.writer(sql, organization);
    await raiseEvent({ sql, services, organization, outbox: writer }, { eventType, ...event });
    if (fails) throw new Error('rolled back');
    return writer;
  });
  outbox.wake(writer);
}

test('default: an event of a sub-organization reaches the endpoint of its parent', async () => {
  const body = { type: 'transaction:status', organizationId: child.organizationId, msg: { status: 'INCLUDED' } };
  await raise(child, { eventId: 'send-1', body });
  await deliver();
  expect(eventsAt('/parent')).toEqual([body]);
  expect(at('/parent')[0]?.headers['webhook-id']).toBe(`send-1_${endpointId}`);
  expect(at('/child')).toEqual([]);
  await raise(parent, { eventId: 'send-2', body });
  await deliver();
  expect(eventsAt('/parent')).toEqual([body, body]);
});

test('behavior: nothing is left without an endpoint, or if the transaction is rolled back', async () => {
  const [stranger] = await addOrganization(service);
  await raise(stranger, { eventId: 'send-3', body: {} });
  expect(await raise(parent, { eventId: 'send-4', body: {} }, true).catch(String)).toBe('Error: rolled back');
  expect(await entries()).toEqual([]);
});

test.each([
  ['an id with a dot', { eventId: 'a.b', body: {} }, 'the id of an event is not valid'],
  ['an empty id', { eventId: '', body: {} }, 'the id of an event is not valid'],
  ['a large body', { eventId: 'large', body: { text: 'a'.repeat(64 * 1024) } }, 'the body of an event is too large'],
])('error: %s', async (_, event, message) => {
  await expect(raise(parent, event)).rejects.toThrow(message);
});
