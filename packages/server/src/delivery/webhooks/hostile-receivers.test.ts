import { expect, test } from 'vitest';
import { z } from 'zod';
import { startNameServer } from '../../../test/name-server.ts';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { watched } from '../../../test/statements.ts';
import { onOnePostgres } from '../../../test/test-distribution.ts';
import { newWebhookSigner } from '../../../test/test-webhooks.ts';
import { startWebhooks, type WebhookRig } from '../../../test/webhook-rig.ts';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { createGuardedFetch } from '../adapters/guarded-fetch.ts';
import { createResolveHost } from '../adapters/resolve-host.ts';
import { Outbox } from '../outbox/outbox.ts';
import { webhook } from './webhook.ts';

/** How many of these events are about new tags. */
const ofTags = (events: readonly { readonly type: string }[]) =>
  events.filter(({ type }) => type === 'ACTIVITY_TYPE_CREATE_USER_TAG').length;

const newTag = () => ({ userTagName: `Tag ${Math.random()}`, userIds: [] });

test('error: a name that resolves to a private address when the event is delivered', async () => {
  await using names = await startNameServer((_, type) => (type === 'A' ? ['127.0.0.1'] : ['::ffff:169.254.169.254']));
  const fetch = createGuardedFetch({ resolveHost: createResolveHost([names.address]) });
  await using rig = await startWebhooks({ fetch, webhooks: { signer: newWebhookSigner(), allowsPrivate: false } });
  const { service, receiver, deliver, entries } = rig;
  const [ada] = await addOrganization(service);
  const url = `https://rebound.example.com:${receiver.port}/`;
  resultOf(await service.submit(ada, 'create_webhook_endpoint', { url, name: 'Rebound' }));
  resultOf(await service.submit(ada, 'create_user_tag', newTag()));
  await deliver();
  expect(names.asked).toContain('rebound.example.com A');
  expect(receiver.requests).toEqual([]);
  expect(await entries()).toMatchObject([{ state: 'failed', attempts: 1, contents: null }]);
});

test('behavior: a receiver that hangs delays no other organization', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, at, eventsAt, addEndpoint } = rig;
  const [slow] = await addOrganization(service);
  const [quick] = await addOrganization(service);
  await addEndpoint(slow, '/slow');
  await addEndpoint(quick, '/quick');
  receiver.answers['/slow'] = () => {};
  for (let count = 0; count < 20; count++) resultOf(await service.submit(slow, 'create_user_tag', newTag()));
  await expect.poll(() => at('/slow').length, { timeout: 20_000 }).toBe(3);
  resultOf(await service.submit(quick, 'create_user_tag', newTag()));
  await expect.poll(() => eventsAt('/quick').length, { timeout: 20_000 }).toBe(1);
  // Still the same calls: none of them ended meanwhile.
  expect(at('/slow')).toHaveLength(3);
});

test('behavior: a sub-organization whose receiver hangs does not delay what its parent gets', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, at, eventsAt, addEndpoint } = rig;
  const [parent] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  await addEndpoint(parent, '/parent');
  await addEndpoint(child, '/child');
  receiver.answers['/child'] = () => {};
  for (let count = 0; count < 10; count++) resultOf(await service.submit(child, 'create_user_tag', newTag()));
  await expect.poll(() => ofTags(eventsAt('/parent')), { timeout: 20_000 }).toBe(10);
  expect(at('/child')).toHaveLength(3);
});

/** Hanging receivers of a stranger: each of many sub-organizations has one, and an event for it. */
async function addHanging({ service, receiver, addEndpoint }: WebhookRig, parentId: string, count: number) {
  for (let number = 0; number < count; number++) {
    const [actor] = await addOrganization(service, { parentId, source: 'stranger' });
    receiver.answers[`/hanging/${number}`] = () => {};
    await addEndpoint(actor, `/hanging/${number}`);
    resultOf(await service.submit(actor, 'create_user_tag', newTag()));
  }
}

test('behavior: hundreds of hanging receivers of one stranger delay no neighbour', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, eventsAt, addEndpoint } = rig;
  const [parent] = await addOrganization(service);
  const parentId = parent.organizationId;
  const [good] = await addOrganization(service, { parentId });
  const [signedUp] = await addOrganization(service, { parentId, source: 'somebody' });
  const [foreign] = await addOrganization(service);
  const neighbours = { '/good': good, '/signed-up': signedUp, '/foreign': foreign };
  for (const [path, actor] of Object.entries(neighbours)) await addEndpoint(actor, path);
  await addHanging(rig, parentId, 200);
  const hanging = () => receiver.requests.filter(({ path }) => path.startsWith('/hanging/'));
  const places = 3;
  await expect.poll(() => hanging().length).toBeGreaterThanOrEqual(places);
  // Those that were tried before may have timed out by now. From here on, as many as hang now do.
  const before = hanging().length;
  for (const actor of Object.values(neighbours)) resultOf(await service.submit(actor, 'create_user_tag', newTag()));
  const arrived = () => Object.keys(neighbours).map((path) => eventsAt(path).length);
  await expect.poll(arrived, { timeout: 8_000 }).toEqual([1, 1, 1]);
  // In the time of one timeout each of the places can have been used once more: the events waited for fewer.
  expect(hanging().length - before).toBeLessThanOrEqual(places);
});

test('behavior: a receiver that hangs does not delay another one of its organization', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, at, eventsAt, addEndpoint } = rig;
  const [ada] = await addOrganization(service);
  receiver.answers['/hanging'] = () => {};
  await addEndpoint(ada, '/hanging');
  await addEndpoint(ada, '/quick');
  for (let count = 0; count < 10; count++) resultOf(await service.submit(ada, 'create_user_tag', newTag()));
  await expect.poll(() => ofTags(eventsAt('/quick')), { timeout: 8_000 }).toBe(10);
  expect(at('/hanging')).toHaveLength(3);
});

test('behavior: hanging receivers take no place from other kinds', async () => {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const letter = defineKind({
    name: 'letter',
    contents: z.object({}),
    isSecret: false,
    places: 32,
    deliver: () => {
      begun += 1;
      if (begun === 32) all.resolve();
      return all.promise;
    },
  });
  await using rig = await startWebhooks({}, [letter]);
  const { service, at, receiver, addEndpoint } = rig;
  const { database, outbox } = service;
  const actors: Actor[] = [];
  receiver.answers['/hanging'] = () => {};
  // In several tenants, so that together they may take all places.
  for (let number = 0; number < 8; number++) {
    const [actor] = await addOrganization(service);
    actors.push(actor);
    await addEndpoint(actor, '/hanging');
    for (let count = 0; count < 3; count++) resultOf(await service.submit(actor, 'create_user_tag', newTag()));
  }
  await expect.poll(() => at('/hanging').length, { timeout: 8_000 }).toBeGreaterThanOrEqual(8);
  for (const { organizationId: id } of actors) {
    const writer = await database.transaction(async (sql) => {
      const left = outbox.writer(sql, { id, parentId: null, source: null });
      for (let count = 0; count < 4; count++) await left.leave(letter, {});
      return left;
    });
    outbox.wake(writer);
  }
  await expect.poll(() => begun, { timeout: 8_000 }).toBe(32);
});

test.each([
  ['', null, 10_000],
  [' of an anonymous sign-up', 'somewhere', 200],
])('behavior: the events that wait for a receiver%s are bounded', async (_, source, max) => {
  await using rig = await startWebhooks();
  const { service, receiver, addEndpoint, entries } = rig;
  const { database } = service;
  const [parent] = await addOrganization(service);
  const [ada] = await addOrganization(service, { parentId: parent.organizationId, source });
  await addEndpoint(ada, '/off');
  receiver.answers['/off'] = (response) => response.writeHead(500).end();
  await database.transaction(
    (sql) => sql`
      insert into outbox (organization_id, id, kind, idempotency_key, contents, mac, created_at, due_at)
      select ${ada.organizationId}, gen_random_uuid(), 'webhook', 'waiting-' || number, '{}', '', now(),
        now() + interval '1 day'
      from generate_series(1, ${max - 1}::integer) number`,
  );
  for (let count = 0; count < 3; count++) resultOf(await service.submit(ada, 'create_user_tag', newTag()));
  await service.outbox.idle();
  expect(await entries()).toHaveLength(max);
});

test('behavior: an event outlives the process that was killed before it could deliver', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, eventsAt, addEndpoint } = rig;
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, '/later');
  const held = Promise.withResolvers<void>();
  receiver.answers['/later'] = async (response) => {
    await held.promise;
    response.end();
  };
  resultOf(await service.submit(ada, 'create_user_tag', newTag()));
  await expect.poll(() => receiver.requests.length).toBe(1);
  // As if its process were gone: the lease ends without a result.
  await service.database.transaction((sql) => sql`update outbox set due_at = now() - interval '1 second'`);
  receiver.answers['/later'] = {};
  const { database, services } = service;
  const next = new Outbox({ database, services, kinds: [webhook], limits: { pollMs: 3_600_000 } });
  next.start();
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(2);
  await next.idle();
  held.resolve();
  await next.stop();
  const [first, second] = receiver.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(eventsAt('/later')[0]).toEqual(eventsAt('/later')[1]);
});

test('behavior: without endpoints, an activity costs no further statement', async () => {
  await using rig = await startWebhooks(onOnePostgres);
  const { service, addEndpoint } = rig;
  // Its first look at the outbox would be counted.
  await watched(() => service.outbox.poll());
  const [ada] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: ada.organizationId });
  const namingWebhooks = async (actor: typeof ada) => {
    const seen: string[] = [];
    const stop = service.watchStatements((text) => seen.push(text));
    resultOf(await service.submit(actor, 'create_user_tag', newTag()));
    stop();
    return seen.filter((text) => /webhook_endpoints|outbox/.test(text));
  };
  // The statement that reads everything that decides, and looks whether the organization or its parent has endpoints.
  const deciding = [expect.stringMatching(/audit_heads.*activities.*webhook_endpoints/s)];
  expect(await namingWebhooks(ada)).toEqual(deciding);
  expect(await namingWebhooks(child)).toEqual(deciding);
  await addEndpoint(ada, '/one');
  expect((await namingWebhooks(ada)).length).toBeGreaterThan(1);
  await service.outbox.idle();
});
