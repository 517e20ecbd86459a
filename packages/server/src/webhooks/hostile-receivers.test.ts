import { expect, test } from 'vitest';
import { startNameServer } from '../../test/name-server.ts';
import { addOrganization, resultOf } from '../../test/organizations.ts';
import { watched } from '../../test/statements.ts';
import { newWebhookSigner } from '../../test/test-webhooks.ts';
import { startWebhooks } from '../../test/webhook-rig.ts';
import { createGuardedFetch } from '../adapters/guarded-fetch.ts';
import { createResolveHost } from '../adapters/resolve-host.ts';
import { Outbox } from '../outbox/outbox.ts';
import { webhook } from './webhook.ts';

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
  await expect.poll(() => at('/slow').length, { timeout: 20_000 }).toBe(4);
  resultOf(await service.submit(quick, 'create_user_tag', newTag()));
  await expect.poll(() => eventsAt('/quick').length, { timeout: 20_000 }).toBe(1);
  // Still the same calls: none of them ended meanwhile.
  expect(at('/slow')).toHaveLength(4);
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
  const ofTags = () => eventsAt('/parent').filter(({ type }) => type === 'ACTIVITY_TYPE_CREATE_USER_TAG').length;
  await expect.poll(ofTags, { timeout: 20_000 }).toBe(10);
  expect(at('/child')).toHaveLength(4);
});

test('behavior: the events that wait for a receiver are bounded', async () => {
  await using rig = await startWebhooks();
  const { service, receiver, addEndpoint, entries } = rig;
  const { database } = service;
  const [ada] = await addOrganization(service);
  await addEndpoint(ada, '/off');
  receiver.answers['/off'] = (response) => response.writeHead(500).end();
  await database.transaction(
    (sql) => sql`
      insert into outbox (organization_id, id, kind, idempotency_key, contents, mac, created_at, due_at)
      select ${ada.organizationId}, gen_random_uuid(), 'webhook', 'waiting-' || number, '{}', '', now(),
        now() + interval '1 day'
      from generate_series(1, 9999) number`,
  );
  for (let count = 0; count < 3; count++) resultOf(await service.submit(ada, 'create_user_tag', newTag()));
  await service.outbox.idle();
  expect(await entries()).toHaveLength(10_000);
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
  await using rig = await startWebhooks();
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
  // A part of the statement that reads the head of the chain.
  expect(await namingWebhooks(ada)).toEqual([expect.stringMatching(/^select heads\./)]);
  // And one for the parent, in the same batch.
  expect(await namingWebhooks(child)).toHaveLength(2);
  await addEndpoint(ada, '/one');
  expect((await namingWebhooks(ada)).length).toBeGreaterThan(1);
  await service.outbox.idle();
});
