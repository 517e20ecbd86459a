import { afterAll, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const [ada] = await addOrganization(service);
const [child] = await addOrganization(service, { parentId: ada.organizationId });
const subscriptions = [{ eventType: 'ACTIVITY_UPDATES', isActive: false }];
const add = async (actor: Actor, name: string) =>
  resultOf(await submit(actor, 'create_webhook_endpoint', { url: 'https://app.example.com/', name, subscriptions }))
    .webhookEndpoint;

test('default', async () => {
  expect((await ask(ada, 'list_webhook_endpoints')).json).toEqual({ webhookEndpoints: [] });
  const endpoints = [await add(ada, 'One'), await add(ada, 'Two')];
  const bob = await addUser(service, ada);
  expect((await ask(bob, 'list_webhook_endpoints')).json).toEqual({ webhookEndpoints: endpoints });
});

test('behavior: a parent sees those of its sub-organization, and not the other way round', async () => {
  const endpoint = await add(child, 'Child');
  const seen = await ask(ada, 'list_webhook_endpoints', { organizationId: child.organizationId });
  expect(seen.json).toEqual({ webhookEndpoints: [endpoint] });
  const refused = await ask(child, 'list_webhook_endpoints', { organizationId: ada.organizationId });
  expect(refusalOf(refused)).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
});
