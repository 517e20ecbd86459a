import { afterAll, expect, test } from 'vitest';
import { addOrganization, resultOf } from '../../../test/organizations.ts';
import type { Actor } from '../../../test/service.ts';
import { startWebhooks } from '../../../test/webhook-rig.ts';

const distribution = { isDistributed: true, checkAfter: async () => {} };
const rig = await startWebhooks({ distribution });
afterAll(() => rig[Symbol.asyncDispose]());
const { service, at, eventsAt, addEndpoint, deliver, entries } = rig;

let tags = 0;
const addTag = async (actor: Actor) =>
  resultOf(await service.submit(actor, 'create_user_tag', { userTagName: `Tag ${++tags}`, userIds: [] }));

/** The events about new tags of an organization that arrived at a path. */
const tagsAt = (path: string, { organizationId }: Actor) =>
  eventsAt(path).filter(
    (event) => event.type === 'ACTIVITY_TYPE_CREATE_USER_TAG' && event.organizationId === organizationId,
  );

async function addFamily(): Promise<{ readonly parent: Actor; readonly child: Actor }> {
  const [parent] = await addOrganization(service);
  const [child] = await addOrganization(service, { parentId: parent.organizationId });
  return { parent, child };
}

/** How many entries are left meanwhile. */
async function entriesLeftBy(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const unwatch = service.watchStatements((text) => {
    if (/^\s*insert into outbox/.test(text)) count++;
  });
  await work();
  unwatch();
  return count;
}

test('default: the endpoint of a parent gets an event of a sub-organization once, and its own gets it too', async () => {
  const { parent, child } = await addFamily();
  const endpointId = await addEndpoint(parent, '/parent');
  await addEndpoint(child, '/child');
  await deliver();
  await addTag(child);
  await deliver();
  const [event, ...others] = tagsAt('/parent', child);
  expect([event.status, others]).toEqual(['ACTIVITY_STATUS_COMPLETED', []]);
  expect(tagsAt('/child', child)).toEqual([event]);
  for (const { headers } of at('/parent'))
    expect(headers['webhook-id']).toMatch(new RegExp(`^[0-9a-f-]{36}_${endpointId}$`));
  expect(await entries()).toEqual([]);
});

test('behavior: a parent without endpoints is asked once, until it has one', async () => {
  const { parent, child } = await addFamily();
  expect(await entriesLeftBy(() => addTag(child))).toBe(1);
  await deliver();
  expect(await entries()).toEqual([]);
  expect(await entriesLeftBy(() => addTag(child))).toBe(0);
  await addEndpoint(parent, '/later');
  await addTag(child);
  await deliver();
  expect(tagsAt('/later', child)).toHaveLength(1);
});
