import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import signRawPayload from '@mintmark/schema/operations/signing/sign-raw-payload';
import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { describe, expect, test } from 'vitest';
import { whileLocked } from '../../../test/lock-organization.ts';
import { addOrganization } from '../../../test/organizations.ts';
import { type Actor, type Service, startService } from '../../../test/service.ts';
import { digestPayload } from '../../../test/signing.ts';
import { type ActivityContext, implement } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { JointWrite } from '../../core/tables/joint-write.ts';
import { tagsTable } from '../../identity/tags/tags-table.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

const newTag = (service: Service, actor: Actor, userTagName: string) =>
  service.submit(actor, 'create_user_tag', { userTagName, userIds: [] });

const tagsOf = async (service: Service, actor: Actor): Promise<string[]> => {
  const { json } = await service.ask(actor, 'list_user_tags');
  return json.userTags.map(({ tagName }: { tagName: string }) => tagName).toSorted();
};

/** The number of transactions that wrote the activities of an organization. */
const transactionsOf = async ({ database }: Service, { organizationId }: Actor): Promise<number> => {
  const [row] = await database.query(
    (sql) => sql<[{ count: bigint }]>`
      select count(distinct xmin::text) from activities where organization_id = ${organizationId}`,
  );
  return Number(row.count);
};

const insertTag = async ({ sql, organization, now, writer }: ActivityContext, name: string) => {
  const tag = { id: randomUUID(), type: 'TAG_TYPE_USER', name, createdAt: now, updatedAt: now } as const;
  await sql`insert into tags ${sql(writer.sealed(tagsTable, { ...ownerColumns(organization), ...tag }))}`;
};

/** Writes a tag, and then behaves badly, as the parameters say. */
const misbehaviours: Readonly<Record<string, (context: ActivityContext) => Promise<unknown> | undefined>> = {
  '0': () => undefined,
  '1': () => Promise.reject(new ApiError('RESOURCE_NOT_FOUND')),
  '2': () => Promise.reject(new Error('a mistake of the handler')),
  '3': ({ sql }) => sql`select 1 / 0`.then(() => {}),
  // Hides the failure of its statement.
  '4': ({ sql }) => sql`select 1 / 0`.then(undefined, () => {}),
  // Does not wait for its statement.
  '5': ({ sql }) => void sql`select 1 / 0`.execute(),
  '6': () => new Promise(() => {}),
  '7': ({ sql }) => sql`select pg_sleep(60)`.then(() => {}),
  '8': () => Promise.reject(new ActivityFailure('NOT_CONFIGURED', 'the adapter is away')),
};

const misbehave = implement(upsertSwapConfig, async (context, { feeBps = '0' }) => {
  await insertTag(context, `by ${feeBps}`);
  await misbehaviours[feeBps]?.(context);
  return { feeBps };
});

test('behavior: activities that wait at the same moment are committed in one transaction', async () => {
  await using service = await startService();
  const [ada] = await addOrganization(service);
  const names = Array.from({ length: 20 }, (_, index) => `Tag ${String(index).padStart(2, '0')}`);
  const replies = await whileLocked(service, ada, () => names.map((name) => newTag(service, ada, name)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await tagsOf(service, ada)).toEqual(names);
  // The first does not wait for the others. On a busy machine some may arrive late.
  expect(await transactionsOf(service, ada)).toBeLessThan(10);
  // The chain has them in the order of their effects.
  const entries = await service.database.query(
    (sql) => sql<{ content: string }[]>`
      select content from audit_entries where organization_id = ${ada.organizationId} order by sequence`,
  );
  const tagIds = new Map(
    replies.map(({ json: { activity } }) => [activity.id, activity.result.createUserTagResult.userTagId]),
  );
  const inChain = entries.flatMap(({ content }) => tagIds.get(JSON.parse(content).activityId) ?? []);
  // A page of a table has its rows in the order of insertion.
  const inserted = await service.database.query(
    (sql) => sql<{ id: string }[]>`
      select id from tags where organization_id = ${ada.organizationId} order by ctid`,
  );
  expect(inChain).toEqual(inserted.map(({ id }) => id));
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  ['refuses', '1', 404],
  ['throws', '2', 500],
  ['fails its statement', '3', 500],
  ['hides that its statement failed', '4', 500],
  ['does not await a statement that fails', '5', 500],
  ['never ends', '6', 503],
  ['sends a statement that takes too long', '7', 503],
  ['fails after it began', '8', 200],
])('behavior: a handler that %s harms no neighbour', async (_, feeBps, status) => {
  // A handler that never ends uses up 0.4 of the limit. The rest is for a machine that stands still for seconds.
  await using service = await startService({}, { handlers: { upsert_swap_config: misbehave }, timeoutMs: 15_000 });
  const [ada] = await addOrganization(service);
  const replies = await whileLocked(service, ada, () => [
    newTag(service, ada, 'first'),
    newTag(service, ada, 'second'),
    service.submit(ada, 'upsert_swap_config', { feeBps }),
    service.submit(ada, 'upsert_swap_config', { feeBps: '0' }),
    newTag(service, ada, 'third'),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, status, 200, 200]);
  expect(await tagsOf(service, ada)).toEqual(['by 0', 'first', 'second', 'third']);
  if (status === 200) {
    const { activity } = replies[2]?.json ?? {};
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { message: 'the adapter is away' } });
  }
  const { json } = await service.ask(ada, 'list_activities');
  expect(json.activities).toHaveLength(status === 200 ? 5 : 4);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

describe('effects that are declared', () => {
  test('behavior: activities without and with answers are executed in their order, the former together', async () => {
    await using service = await startService();
    const [ada] = await addOrganization(service);
    const savepoints = { count: 0 };
    const unwatch = service.watchStatements((text) => {
      if (text.startsWith('savepoint')) savepoints.count++;
    });
    const members = (index: number) => (index === 10 ? [ada.userId] : []);
    const replies = await whileLocked(service, ada, () =>
      Array.from({ length: 20 }, (_, index) =>
        service.submit(ada, 'create_user_tag', { userTagName: `Tag ${index}`, userIds: members(index) }),
      ),
    );
    unwatch();
    expect(replies.map(({ json }) => json.activity.result.createUserTagResult.userIds)).toEqual(
      Array.from({ length: 20 }, (_, index) => members(index)),
    );
    // One for each group and for what is between two that need answers. On a busy machine some may arrive late.
    expect(savepoints.count).toBeLessThan(15);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: one of them is refused, and no other', async () => {
    await using service = await startService();
    const [ada] = await addOrganization(service);
    const replies = await whileLocked(service, ada, () =>
      // The bodies of the two with the same name differ by their time.
      ['first', 'second', 'third', 'first'].map((name, index) =>
        setTimeout(5 * index).then(() => newTag(service, ada, name)),
      ),
    );
    const [first, second, third, repeated] = replies.map(({ status }) => status);
    expect([second, third]).toEqual([200, 200]);
    // On a busy machine, the one that was sent last may arrive first.
    expect([first, repeated].toSorted()).toEqual([200, 409]);
    expect(await tagsOf(service, ada)).toEqual(['first', 'second', 'third']);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });
});

test('behavior: a group makes progress, even if executing its members together fails and takes long', async () => {
  // Longer than a group may take before it accepts no further member.
  const refuse = implement(upsertSwapConfig, () => Promise.reject(new ApiError('RESOURCE_NOT_FOUND')), {
    effectFor: () => () => ({
      parts: [new JointWrite((sql) => sql`select 1 / length(pg_sleep(0.2)::text)`).of([])],
      result: {},
    }),
  });
  await using service = await startService({}, { handlers: { upsert_swap_config: refuse }, timeoutMs: 5_000 });
  const [ada] = await addOrganization(service);
  const replies = await whileLocked(service, ada, () => [
    newTag(service, ada, 'first'),
    ...['1', '2', '3'].map((feeBps) => service.submit(ada, 'upsert_swap_config', { feeBps })),
    newTag(service, ada, 'last'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 404, 404, 200]);
  expect(await tagsOf(service, ada)).toEqual(['first', 'last']);
});

test('behavior: an activity that changes what decides ends its group', async () => {
  await using service = await startService();
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const userIds = [ada.userId, bob.userId];
  const replies = await whileLocked(service, ada, () => [
    newTag(service, ada, 'first'),
    newTag(service, ada, 'second'),
    service.submit(ada, 'update_root_quorum', { threshold: 2, userIds }),
    newTag(service, ada, 'third'),
    newTag(service, ada, 'fourth'),
  ]);
  expect(replies.map(({ json }) => json.activity.status.replace('ACTIVITY_STATUS_', ''))).toEqual([
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
    'CONSENSUS_NEEDED',
    'CONSENSUS_NEEDED',
  ]);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: a user who is deleted in a group can do nothing after it', async () => {
  await using service = await startService();
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const replies = await whileLocked(service, ada, () => [
    newTag(service, ada, 'first'),
    service.submit(ada, 'update_root_quorum', { threshold: 1, userIds: [ada.userId] }),
    service.submit(ada, 'delete_users', { userIds: [bob.userId] }),
    newTag(service, ada, 'second'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await newTag(service, bob, 'third')).status).toBe(401);
});

test('behavior: credentials take turns, however much each has queued', async () => {
  await using service = await startService();
  const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const order: string[] = [];
  await whileLocked(service, ada, () => [
    ...Array.from({ length: 90 }, (_, index) => newTag(service, ada, `a ${index}`).then(() => order.push('ada'))),
    newTag(service, bob, 'b').then(() => order.push('bob')),
  ]);
  // 32 were under way, and at most 32 go together.
  expect(order.indexOf('bob')).toBeLessThan(64);
});

test('behavior: many waiting activities of one organization do not delay another', async () => {
  await using service = await startService();
  const everybody = await addOrganization(service, { roots: 6 });
  const [bob] = await addOrganization(service);
  const [{ organizationId }] = everybody;
  const crowd: Promise<number>[] = [];
  await service.database.transaction(
    async (sql) => {
      await sql`select from organizations where id = ${organizationId} for update`;
      for (let index = 0; index < 1_000; index++) {
        crowd.push(newTag(service, everybody[index % 6] as Actor, `Tag ${index}`).then(({ status }) => status));
        // Callers do not all arrive in the same moment. The look-up of credentials has a limit of its own, and is in order.
        if (index % 100 === 99) expect((await service.ask(bob, 'whoami')).status).toBe(200);
      }
      // All of them wait for the lock.
      expect((await newTag(service, bob, 'Tag')).status).toBe(200);
    },
    { timeoutMs: 60_000 },
  );
  // Beyond the maximum number of tags they are refused, but by the handler.
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200, 429]));
});

test('behavior: an activity that is retried after it was refused is no other activity', async () => {
  await using service = await startService({}, { handlers: { upsert_swap_config: misbehave }, timeoutMs: 15_000 });
  const [ada] = await addOrganization(service);
  const first = await service.submit(ada, 'upsert_swap_config', { feeBps: '2' });
  expect(first.status).toBe(500);
  expect((await service.send(ada, 'upsert_swap_config', first.body)).status).toBe(500);
  const [row] = await service.database.query(
    (sql) => sql<[{ count: bigint }]>`
      select count(*) from activities where ${ofOrganization(sql, { id: ada.organizationId })}`,
  );
  expect(row.count).toBe(0n);
});

test('error: an activity that cannot be answered is not committed, and does not fail its group', async () => {
  await using service = await startService();
  const [ada, bob] = (await addOrganization(service, { roots: 2, threshold: 2 })) as [Actor, Actor];
  const waiting = await newTag(service, ada, 'first');
  await service.database.query(
    (sql) => sql`update votes set voter = 'x' where organization_id = ${ada.organizationId}`,
  );
  const { fingerprint } = waiting.json.activity;
  const replies = await whileLocked(service, ada, () => [
    newTag(service, bob, 'second'),
    service.submit(bob, 'approve_activity', { fingerprint }),
    newTag(service, bob, 'third'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(await tagsOf(service, ada)).toEqual([]);
});

test('behavior: activities that are executed together share what they read, until one of them changes something', async () => {
  const memos: object[] = [];
  const seen = new Map<string, number>();
  // Prepared for anything: how many tags there are when it is committed is what it signs for.
  const countTags = implement(signRawPayload, {
    async inputs({ sql, organization, reads }, { payload }) {
      const [row] = await sql<
        [{ count: bigint }]
      >`select count(*) from tags where ${ofOrganization(sql, organization)}`;
      // A look reads without a transaction.
      if (!reads || !('savepoint' in sql)) return;
      memos.push(reads);
      seen.set(payload, Number(row.count));
    },
    prepare: async () => undefined,
    result: () => ({ r: '01', s: '02', v: '00' }),
  });
  await using service = await startService({}, { handlers: { sign_raw_payload: countTags } });
  const [ada] = await addOrganization(service);
  const payloadOf = (index: number) => index.toString(16).padStart(64, '0');
  const activityIds = new Map<string, string>();
  for (let round = 0; round < 5; round++)
    await whileLocked(service, ada, () =>
      Array.from({ length: 24 }, async (_, index) => {
        const payload = payloadOf(round * 24 + index);
        // One after the other: an activity that is not prepared would overtake all others.
        await setTimeout(2 * index);
        const isTag = index % 3 === 2;
        const { status, json } = await (isTag
          ? newTag(service, ada, `Tag ${round} ${index}`)
          : service.submit(ada, 'sign_raw_payload', { signWith: ada.userId, ...digestPayload, payload }));
        expect(status).toBe(200);
        activityIds.set(json.activity.id, isTag ? 'tag' : payload);
      }),
    );
  expect(new Set(memos).size).toBeLessThan(memos.length);
  const entries = await service.database.query(
    (sql) => sql<{ content: string }[]>`
      select content from audit_entries where organization_id = ${ada.organizationId} order by sequence`,
  );
  let tags = 0;
  for (const { content } of entries) {
    const made = activityIds.get(JSON.parse(content).activityId);
    if (made === 'tag') tags++;
    else if (made !== undefined) expect(seen.get(made)).toBe(tags);
  }
  expect([tags, seen.size]).toEqual([40, 80]);
});
