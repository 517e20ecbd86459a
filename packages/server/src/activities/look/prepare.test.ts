import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { patience } from '@mintmark/testing/patience';
import { expect, test, vi } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser } from '../../../test/organizations.ts';
import { type Actor, type Service, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { implement, type PrepareContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { tagsTable } from '../../identity/tags/tags-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

/** What the prepare phase made: it knows whether it was wiped. */
class Secret implements Disposable {
  isWiped = false;

  [Symbol.dispose](): void {
    this.isWiped = true;
  }
}

type Prepare = (context: PrepareContext, inputs: readonly string[], secret: Secret) => Promise<void>;

/** A service with one operation whose prepare phase is the test's. It relies on the names of the tags, and adds a tag. */
async function startWith(prepare: Prepare = async () => {}, { timeoutMs = 60_000 } = {}) {
  const secrets: Secret[] = [];
  const inputs: { next?: (names: readonly string[]) => readonly string[] } = {};
  const handler = implement(upsertSwapConfig, {
    async inputs({ sql, organization }) {
      const rows = await sql<{ name: string }[]>`
        select name from tags where ${ofOrganization(sql, organization)} order by name`;
      const names = rows.map(({ name }) => name);
      return inputs.next?.(names) ?? names;
    },
    async prepare(context, _, names) {
      const secret = new Secret();
      secrets.push(secret);
      await prepare(context, names, secret);
      return secret;
    },
    async execute({ sql, organization, now, writer }, parameters, secret) {
      expect(secret.isWiped).toBe(false);
      const tag = { id: randomUUID(), type: 'TAG_TYPE_USER', name: 'effect', createdAt: now, updatedAt: now } as const;
      await sql`insert into tags ${sql(writer.sealed(tagsTable, { ...ownerColumns(organization), ...tag }))}`;
      return parameters;
    },
  });
  const service = await startService({}, { handlers: { upsert_swap_config: handler }, timeoutMs });
  return Object.assign(service, { secrets, inputs });
}

const run = (service: Service, actor: Actor) => service.submit(actor, 'upsert_swap_config', { feeBps: '1' });
const newTag = (service: Service, actor: Actor, userTagName: string) =>
  service.submit(actor, 'create_user_tag', { userTagName, userIds: [] });
const approve = (service: Service, actor: Actor, fingerprint: string) =>
  service.submit(actor, 'approve_activity', { fingerprint });
const statusOf = ({ json }: { json: { activity?: { status: string } } }) =>
  json.activity?.status.replace('ACTIVITY_STATUS_', '');
const tagsOf = async (service: Service, actor: Actor): Promise<string[]> =>
  (await service.ask(actor, 'list_user_tags')).json.userTags.map(({ tagName }: { tagName: string }) => tagName);
const activitiesOf = async (service: Service, actor: Actor): Promise<number> =>
  (await service.ask(actor, 'list_activities')).json.activities.length;

test('default', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  const reply = await run(service, ada);
  expect(statusOf(reply)).toBe('COMPLETED');
  expect(reply.json.activity.result).toEqual({ upsertSwapConfigResult: { feeBps: '1' } });
  expect(await tagsOf(service, ada)).toEqual(['effect']);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true]);
  // The same bytes again prepare nothing.
  expect((await service.send(ada, 'upsert_swap_config', reply.body)).json).toEqual(reply.json);
  expect(service.secrets).toHaveLength(1);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: no lock and no connection is held while it prepares', async () => {
  const seen: unknown[] = [];
  await using service = await startWith(async ({ organization, read }) => {
    // The same organization can be changed meanwhile.
    seen.push(
      service.database.connections.busy,
      statusOf(await service.submit(ada, 'update_user', { userId: ada.userId })),
    );
    const rows = await read((sql) => sql`select from users where ${ofOrganization(sql, organization)}`);
    seen.push(rows.length, service.database.connections.busy);
  });
  const [ada] = await addOrganization(service);
  expect(statusOf(await run(service, ada))).toBe('COMPLETED');
  expect(seen).toEqual([0, 'COMPLETED', 1, 0]);
});

test('behavior: a caller who may not run it causes no work', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  const eve = await addUser(service, ada);
  expect(await run(service, eve)).toMatchObject({ status: 403, error: 'REQUEST_NOT_AUTHORIZED' });
  expect(service.secrets).toEqual([]);
  const { json } = await service.ask(ada, 'list_activities');
  expect(json.activities[0]).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED' });
});

test('behavior: the approval that completes the quorum prepares it', async () => {
  await using service = await startWith();
  const [ada, bob, eve] = (await addOrganization(service, { roots: 3, threshold: 3 })) as [Actor, Actor, Actor];
  const { json } = await run(service, ada);
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(statusOf(await approve(service, bob, json.activity.fingerprint))).toBe('CONSENSUS_NEEDED');
  expect(service.secrets).toEqual([]);
  expect(statusOf(await approve(service, eve, json.activity.fingerprint))).toBe('COMPLETED');
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true]);
  expect(await tagsOf(service, ada)).toEqual(['effect']);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: it is prepared for the activity that it becomes', async () => {
  const ids: string[] = [];
  await using service = await startWith(async ({ activityId }) => {
    ids.push(activityId);
    // Meanwhile the same body becomes an activity that is denied to another user.
    if (ids.length === 1) expect((await service.send(eve, 'upsert_swap_config', body)).status).toBe(403);
  });
  const [ada] = await addOrganization(service);
  const eve = await addUser(service, ada);
  const { type } = upsertSwapConfig;
  const { organizationId } = ada;
  const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters: { feeBps: '1' } });
  const { json } = await service.send(ada, 'upsert_swap_config', body);
  expect(json.activity).toMatchObject({ id: ids[1], status: 'ACTIVITY_STATUS_COMPLETED' });
  expect(new Set(ids).size).toBe(2);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true, true]);
});

test('behavior: it is prepared again if its inputs changed', async () => {
  const seen: (readonly string[])[] = [];
  await using service = await startWith(async (_, inputs) => {
    seen.push(inputs);
    if (seen.length === 1) await newTag(service, ada, 'changed');
  });
  const [ada] = await addOrganization(service);
  expect(statusOf(await run(service, ada))).toBe('COMPLETED');
  expect(seen).toEqual([[], ['changed']]);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true, true]);
});

test('behavior: what was prepared is kept while its inputs are the same', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  // Read by look, commit, look, commit.
  const inputs = [['a'], ['b'], ['a'], ['a']];
  service.inputs.next = () => inputs.shift() ?? [];
  expect(statusOf(await run(service, ada))).toBe('COMPLETED');
  expect(inputs).toEqual([]);
  expect(service.secrets).toHaveLength(1);
});

test('error: CONCURRENT_CHANGE', async () => {
  await using service = await startWith();
  const [ada] = await addOrganization(service);
  let count = 0;
  service.inputs.next = () => [String(count++)];
  const reply = await run(service, ada);
  expect([reply.status, reply.error]).toEqual([409, 'CONCURRENT_CHANGE']);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true, true, true, true]);
  expect([await tagsOf(service, ada), await activitiesOf(service, ada)]).toEqual([[], 0]);
});

test.each<[string, (service: Service, ada: Actor, bob: Actor) => Promise<unknown>, unknown[]]>([
  [
    'a key that is deleted',
    (service, { organizationId, userId }) =>
      arrangeRows(service, apiKeysTable, { organizationId, userId }, { deletedAt: new Date() }),
    [401, undefined],
  ],
  [
    'a user who is removed',
    (service, { organizationId, userId }) =>
      arrangeRows(service, usersTable, { organizationId, id: userId }, { deletedAt: new Date() }),
    [401, undefined],
  ],
  [
    'a quorum that is raised',
    (service, ada, bob) =>
      service.submit(bob, 'update_root_quorum', { threshold: 2, userIds: [ada.userId, bob.userId] }),
    [200, 'CONSENSUS_NEEDED'],
  ],
  [
    'a root user who is no longer one',
    (service, _, bob) => service.submit(bob, 'update_root_quorum', { threshold: 1, userIds: [bob.userId] }),
    [403, undefined],
  ],
])('behavior: between prepare and commit, %s decides', async (_, change, expected) => {
  await using service = await startWith(async () => void (await change(service, ada, bob)));
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const reply = await run(service, ada);
  expect([reply.status, statusOf(reply)]).toEqual(expected);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true]);
  expect(await tagsOf(service, bob)).toEqual([]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: an approval that ceases to count between prepare and commit', async () => {
  await using service = await startWith(
    async () =>
      void (await arrangeRows(
        service,
        apiKeysTable,
        { organizationId: ada.organizationId, userId: ada.userId },
        { deletedAt: new Date() },
      )),
  );
  const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const { fingerprint } = (await run(service, ada)).json.activity;
  expect(statusOf(await approve(service, bob, fingerprint))).toBe('CONSENSUS_NEEDED');
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true]);
  expect(await tagsOf(service, bob)).toEqual([]);
});

const bodyOf = ({ organizationId }: Actor) =>
  JSON.stringify({
    type: upsertSwapConfig.type,
    timestampMs: String(Date.now()),
    organizationId,
    parameters: { feeBps: '1' },
  });

test('behavior: the same body, prepared twice concurrently, runs once', async () => {
  const both = Promise.withResolvers<void>();
  await using service = await startWith(async () => {
    if (service.secrets.length === 2) both.resolve();
    await both.promise;
  });
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const body = bodyOf(ada);
  const [one, other] = await Promise.all([ada, bob].map((by) => service.send(by, 'upsert_swap_config', body)));
  expect(one?.json).toEqual(other?.json);
  expect(await tagsOf(service, ada)).toEqual(['effect']);
  expect(service.secrets.map(({ isWiped }) => isWiped)).toEqual([true, true]);
});

test('behavior: a repetition waits for the request in flight, and prepares nothing', async () => {
  await using service = await startWith(() => setTimeout(20));
  const [ada] = await addOrganization(service);
  const body = bodyOf(ada);
  const send = () => service.send(ada, 'upsert_swap_config', body);
  const [one, ...others] = await Promise.all([send(), send(), send()]);
  expect(statusOf(one)).toBe('COMPLETED');
  for (const other of others) expect(other.json).toEqual(one.json);
  expect(service.secrets).toHaveLength(1);
});

test('behavior: a repetition of a request that was refused is prepared itself', async () => {
  await using service = await startWith(async () => {
    if (service.secrets.length === 1) throw new ApiError('RESOURCE_NOT_FOUND');
  });
  const [ada] = await addOrganization(service);
  const body = bodyOf(ada);
  const send = () => service.send(ada, 'upsert_swap_config', body);
  const replies = await Promise.all([send(), send()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('behavior: preparing fails because the same body has run in another process', async () => {
  await using service = await startWith(async () => {
    if (service.secrets.length > 1) return;
    expect(statusOf(await service.send(bob, 'upsert_swap_config', body))).toBe('COMPLETED');
    throw new ApiError('INVALID_OTP_CODE', 'Invalid OTP code: it was already used');
  });
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const body = bodyOf(ada);
  expect(statusOf(await service.send(ada, 'upsert_swap_config', body))).toBe('COMPLETED');
  expect(await tagsOf(service, ada)).toEqual(['effect']);
});

test('error: bad input that is found while preparing leaves no activity', async () => {
  await using service = await startWith(() => Promise.reject(new ApiError('RESOURCE_NOT_FOUND')));
  const [ada] = await addOrganization(service);
  expect(await run(service, ada)).toMatchObject({ status: 404, error: 'RESOURCE_NOT_FOUND' });
  expect(await activitiesOf(service, ada)).toBe(0);
});

test('error: prepare throws synchronously', async () => {
  await using service = await startWith((() => {
    throw new ApiError('RESOURCE_NOT_FOUND');
  }) as never);
  const [ada] = await addOrganization(service);
  expect(await run(service, ada)).toMatchObject({ status: 404 });
});

test('error: inputs that refuse a later approval are stored with it', async () => {
  await using service = await startWith();
  const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const { body } = await run(service, ada);
  service.inputs.next = () => {
    throw new ApiError('RESOURCE_NOT_FOUND', 'gone');
  };
  const reply = await service.send(bob, 'upsert_swap_config', body);
  expect([reply.status, statusOf(reply)]).toEqual([200, 'FAILED']);
});

test('error: an adapter that fails while preparing is stored', async () => {
  await using service = await startWith(() => Promise.reject(new ActivityFailure('NOT_CONFIGURED', 'away')));
  const [ada] = await addOrganization(service);
  const reply = await run(service, ada);
  expect([reply.status, statusOf(reply)]).toEqual([200, 'FAILED']);
  expect(reply.json.activity.failure).toMatchObject({ message: 'away' });
  expect(await service.send(ada, 'upsert_swap_config', reply.body)).toMatchObject({ json: reply.json });
  expect(service.secrets).toHaveLength(1);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: every failure after a later approval is stored', async () => {
  await using service = await startWith(() => Promise.reject(new ApiError('RESOURCE_NOT_FOUND', 'gone')));
  const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const { fingerprint } = (await run(service, ada)).json.activity;
  const reply = await approve(service, bob, fingerprint);
  expect([reply.status, statusOf(reply)]).toEqual([200, 'FAILED']);
  expect(reply.json.activity.failure).toMatchObject({ message: 'gone' });
});

test('error: preparing that takes too long', async () => {
  const end = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  await using service = await startWith(
    async (context) => {
      signal = context.signal;
      await end.promise;
    },
    { timeoutMs: 1_000 },
  );
  const [ada] = await addOrganization(service);
  expect(await run(service, ada)).toMatchObject({ status: 503, error: 'UNAVAILABLE' });
  expect(signal?.aborted).toBe(true);
  expect(await activitiesOf(service, ada)).toBe(0);
  end.resolve();
  await expect.poll(() => service.secrets[0]?.isWiped).toBe(true);
});

test('behavior: preparations of one tenant that never end leave places to other tenants', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = new Set<string>();
  let begun = 0;
  await using service = await startWith(async ({ organization }) => {
    if (!slow.has(organization.id)) return;
    begun++;
    await released;
  });
  const subs = await Promise.all(Array.from({ length: 5 }, (_, index) => addSubOrganization(service, `Sub ${index}`)));
  for (const { organizationId } of subs) slow.add(organizationId);
  const [other] = await addOrganization(service);
  const held = subs.flatMap((sub) => Array.from({ length: 20 }, () => run(service, sub)));
  await vi.waitFor(() => expect(begun).toBe(64), { timeout: patience });
  expect(statusOf(await run(service, other))).toBe('COMPLETED');
  expect(begun).toBe(64);
  release();
  await Promise.all(held);
});

test('behavior: of a crowd with slow work 32 requests are under way, which hold up nothing else', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using service = await startWith(() => released);
  const [ada] = await addOrganization(service);
  const looked = vi.fn(() => []);
  service.inputs.next = looked;
  const crowd = Array.from({ length: 50 }, () => run(service, ada));
  try {
    await expect.poll(() => looked.mock.calls.length).toBeGreaterThanOrEqual(32);
    expect(statusOf(await newTag(service, ada, 'meanwhile'))).toBe('COMPLETED');
    expect(looked).toHaveBeenCalledTimes(32);
  } finally {
    release();
    await Promise.all(crowd);
  }
  expect(looked.mock.calls.length).toBeGreaterThanOrEqual(50);
});
