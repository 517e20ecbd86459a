import signRawPayload from '@mintmark/schema/operations/signing/sign-raw-payload';
import upsertSwapConfig from '@mintmark/schema/operations/swap/upsert-swap-config';
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../../test/organizations.ts';
import { type Actor, type Reply, type Service, startService } from '../../../test/service.ts';
import { digest, digestPayload, type PayloadSignature, recover } from '../../../test/signing.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { onOnePostgres } from '../../../test/test-distribution.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { startWebhooks } from '../../../test/webhook-rig.ts';
import { implement } from '../../core/handlers/implement.ts';
import { JointWrite } from '../../core/tables/joint-write.ts';
import { createApp } from '../../runtime/app.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';
import { verifyAudit } from '../audit-proof/verify-audit.ts';

async function addSubOrganizations(service: Service, count: number): Promise<Actor[]> {
  const actors: Actor[] = [];
  for (let index = 0; index < count; index++) actors.push(await addSubOrganization(service, `Sub ${index}`));
  return actors;
}

const newTag = (service: Pick<Service, 'submit'>, actor: Actor, userTagName: string) =>
  service.submit(actor, 'create_user_tag', { userTagName, userIds: [] });

/** Sends a tag for each organization at the same moment. */
const tagsOfAll = (service: Service, actors: readonly Actor[], name: string): Promise<Reply[]> =>
  Promise.all(actors.map((actor) => newTag(service, actor, name)));

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

/** The number of transactions that wrote activities of these organizations, from a time on. */
async function transactionsSince({ database }: Service, actors: readonly Actor[], since: Date): Promise<number> {
  const ids = actors.map(({ organizationId }) => organizationId);
  const [row] = await database.query(
    (sql) => sql<[{ count: bigint }]>`
      select count(distinct xmin::text) from activities
      where organization_id = any(${ids}::uuid[]) and created_at >= ${since}`,
  );
  return Number(row.count);
}

/** The most organizations whose activities one transaction wrote, from a time on. */
async function mostTogether({ database }: Service, since: Date): Promise<number> {
  const [row] = await database.query(
    (sql) => sql<[{ most: bigint }]>`
      select max(count) as most from (
        select count(distinct organization_id) from activities where created_at >= ${since} group by xmin::text
      ) as transactions`,
  );
  return Number(row.most);
}

async function newSigner(service: Service, actor: Actor) {
  const { addresses, walletId } = resultOf(
    await service.submit(actor, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }),
  );
  const { json } = await service.ask(actor, 'list_wallet_accounts', { walletId });
  return { actor, signWith: addresses[0] as string, publicKey: json.accounts[0].publicKey as string };
}

test('default: activities of several organizations are committed in one transaction', async () => {
  await using service = await startService(onOnePostgres);
  const actors = [service.root, ...(await addSubOrganizations(service, 8))];
  await tagsOfAll(service, actors, 'warm');
  const since = new Date();
  const inserts: string[] = [];
  const unwatch = service.watchStatements((text) => inserts.push(...(text.includes('into "tags"') ? [text] : [])));
  const replies = await Promise.all(['a', 'b', 'c'].map((name) => tagsOfAll(service, actors, name)));
  unwatch();
  expect(new Set(statuses(replies.flat()))).toEqual(new Set([200]));
  // Those of one transaction share a statement, too.
  expect(inserts.length).toBeLessThan(3 * actors.length);
  // On a busy machine they arrive a few at a time. commit-queue.test.ts says which of those that wait go together.
  expect(await mostTogether(service, since)).toBeGreaterThan(1);
  for (const actor of actors) {
    const { json } = await service.ask(actor, 'list_user_tags');
    expect(json.userTags.map(({ tagName }: { tagName: string }) => tagName).toSorted()).toEqual([
      'a',
      'b',
      'c',
      'warm',
    ]);
  }
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('default: signatures of several organizations share a transaction, and each has its key', async () => {
  await using service = await startService(onOnePostgres);
  const actors = await addSubOrganizations(service, 6);
  const signers: Awaited<ReturnType<typeof newSigner>>[] = [];
  for (const actor of actors) signers.push(await newSigner(service, actor));
  const signAll = () =>
    Promise.all(
      signers.map(async ({ actor, signWith, publicKey }) => {
        const reply = await service.submit(actor, 'sign_raw_payload', { signWith, ...digestPayload });
        expect(recover(resultOf(reply) as PayloadSignature, digest)).toBe(publicKey);
      }),
    );
  /** On a busy machine those of one moment may be prepared, and committed, one after the other. */
  const share = async () => {
    const since = new Date();
    await Promise.all([signAll(), signAll(), signAll()]);
    return await mostTogether(service, since);
  };
  await expect.poll(share).toBeGreaterThan(1);
  // Nobody signs with the key of another organization.
  const [one, other] = signers;
  const foreign = await service.submit(one?.actor as Actor, 'sign_raw_payload', {
    signWith: other?.signWith,
    ...digestPayload,
  });
  expect(foreign).toMatchObject({ status: 404, error: 'RESOURCE_NOT_FOUND' });
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('default: wallets of several organizations share a transaction, and each opens its own', async () => {
  await using service = await startService(onOnePostgres);
  const actors = await addSubOrganizations(service, 6);
  const newWallet = (actor: Actor, walletName: string) =>
    service.submit(actor, 'create_wallet', { walletName, accounts: [ethereumAccount()] });
  const own: string[] = [];
  const unwatch = service.watchStatements((text) => own.push(...(text.includes('savepoint') ? [text] : [])));
  const replies = await Promise.all(actors.flatMap((actor) => [newWallet(actor, 'One'), newWallet(actor, 'Two')]));
  unwatch();
  expect(new Set(statuses(replies))).toEqual(new Set([200]));
  // A group of one organization would have savepoints.
  expect(own).toEqual([]);
  for (const [index, reply] of replies.entries()) {
    const actor = actors[Math.floor(index / 2)] as Actor;
    const signWith = resultOf(reply).addresses[0] as string;
    const { json } = await service.ask(actor, 'list_wallet_accounts', { walletId: resultOf(reply).walletId });
    const signed = await service.submit(actor, 'sign_raw_payload', { signWith, ...digestPayload });
    expect(recover(resultOf(signed) as PayloadSignature, digest)).toBe(json.accounts[0].publicKey);
  }
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('error: ALREADY_EXISTS, for a wallet whose name another one of the same moment takes', async () => {
  await using service = await startService(onOnePostgres);
  const actors = await addSubOrganizations(service, 3);
  const replies = await Promise.all(
    [...actors, ...actors].map((actor, index) =>
      service.submit(actor, 'create_wallet', { walletName: 'Same', accounts: [ethereumAccount(index)] }),
    ),
  );
  expect(statuses(replies).toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
  expect(new Set(replies.filter(({ status }) => status === 409).map(({ error }) => error))).toEqual(
    new Set(['ALREADY_EXISTS']),
  );
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: a lone activity takes nine statements, and a signature too', async () => {
  await using service = await startService(onOnePostgres);
  const [actor] = (await addSubOrganizations(service, 1)) as [Actor];
  const { signWith } = await newSigner(service, actor);
  const countOf = async (send: () => Promise<Reply>) => {
    const texts: string[] = [];
    const unwatch = service.watchStatements((text) => texts.push(text));
    expect((await send()).status).toBe(200);
    unwatch();
    return [...texts, 'commit'];
  };
  const sign = () => service.submit(actor, 'sign_raw_payload', { signWith, ...digestPayload });
  // The first signature derives its key.
  await sign();
  expect(await countOf(() => newTag(service, actor, 'Tag'))).toHaveLength(8);
  expect(await countOf(sign)).toHaveLength(9);
});

test('behavior: an organization whose lock somebody else holds does not hold up the others', async () => {
  await using service = await startService(onOnePostgres, { timeoutMs: 60_000 });
  const [locked, ...others] = (await addSubOrganizations(service, 5)) as [Actor, ...Actor[]];
  const waiting = await service.database.transaction(
    async (sql) => {
      await sql`select from organizations where id = ${locked.organizationId} for update`;
      const late = newTag(service, locked, 'late');
      for (const name of ['a', 'b', 'c'])
        expect(statuses(await tagsOfAll(service, others, name))).toEqual([200, 200, 200, 200]);
      return { late };
    },
    { timeoutMs: 60_000 },
  );
  expect((await waiting.late).status).toBe(200);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: two processes that lock the same organizations do not wait for each other forever', async () => {
  await using service = await startService(onOnePostgres);
  const { database, services } = service;
  const actors = await addSubOrganizations(service, 6);
  const apps = [service.app, createApp({ database, services })].map(fetchOf);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, round) =>
      actors.map(async (actor, index) => {
        const { organizationId } = actor;
        const parameters = { userTagName: `Tag ${round}`, userIds: [] };
        const timestampMs = String(Date.now() - round);
        const type = 'ACTIVITY_TYPE_CREATE_USER_TAG';
        const body = JSON.stringify({ type, timestampMs, organizationId, parameters });
        const { name, value } = await actor.stamper.stamp(body);
        const fetch = apps[(round + index) % 2] as (typeof apps)[number];
        const url = 'http://local/public/v1/submit/create_user_tag';
        return (await fetch(url, { method: 'POST', headers: { [name]: value }, body })).status;
      }),
    ).flat(),
  );
  expect(new Set(replies)).toEqual(new Set([200]));
  expect((await verifyAudit(service)).problems).toEqual([]);
});

describe('a member that fails', () => {
  test('behavior: is refused, and all others are committed', async () => {
    await using service = await startService(onOnePostgres);
    const actors = await addSubOrganizations(service, 5);
    const [failing, ...others] = actors as [Actor, ...Actor[]];
    await newTag(service, failing, 'taken');
    const [refused, ...replies] = await Promise.all([
      newTag(service, failing, 'taken'),
      ...others.map((actor) => newTag(service, actor, 'taken')),
      newTag(service, failing, 'free'),
    ]);
    expect(refused).toMatchObject({ status: 409, error: 'ALREADY_EXISTS' });
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('behavior: makes its organization go alone, so that its neighbours are not repeated again and again', async () => {
    await using service = await startService(onOnePostgres);
    const [failing, ...others] = (await addSubOrganizations(service, 5)) as [Actor, ...Actor[]];
    await newTag(service, failing, 'taken');
    let locks = 0;
    const unwatch = service.watchStatements((text) => {
      if (text.includes('skip locked')) locks++;
    });
    const rounds = 9;
    for (let round = 0; round < rounds; round++) {
      const [refused, ...replies] = await Promise.all([
        newTag(service, failing, 'taken'),
        ...others.map((actor) => newTag(service, actor, `Tag ${round}`)),
      ]);
      expect(refused.status).toBe(409);
      expect(statuses(replies)).toEqual([200, 200, 200, 200]);
    }
    unwatch();
    // A group of the neighbours in each round, and perhaps a second one of those that arrive later.
    expect(locks).toBeLessThanOrEqual(2 * rounds + 2);
    const since = new Date(0);
    expect(await transactionsSince(service, others, since)).toBeLessThanOrEqual(2 * rounds);
  });

  test('error: RESOURCE_LIMIT_EXCEEDED, of an organization that is full', async () => {
    await using service = await startService(onOnePostgres);
    const actors = await addSubOrganizations(service, 3);
    const [full] = actors as [Actor];
    for (let index = 0; index < 10; index++) await newTag(service, full, `${index}`);
    const replies = await tagsOfAll(service, actors, 'another');
    expect(statuses(replies)).toEqual([429, 200, 200]);
    expect(replies[0]?.error).toBe('RESOURCE_LIMIT_EXCEEDED');
  });

  test('error: a statement of its inputs, or of its effect, that PostgreSQL refuses', async () => {
    const misread = implement(signRawPayload, {
      async inputs({ sql }, { payload }) {
        if (payload.endsWith('f')) await sql`select 1 / 0`;
        return payload;
      },
      prepare: async () => undefined,
      result: () => ({ r: '01', s: '02', v: '00' }),
    });
    const miswrite = implement(upsertSwapConfig, ({ sql }) => sql`select 1 / 0`.then(() => ({ feeBps: '1' })), {
      effectFor: () => () => ({ parts: [new JointWrite((sql) => sql`select 1 / 0`).of([])], result: { feeBps: '1' } }),
    });
    const handlers = { sign_raw_payload: misread, upsert_swap_config: miswrite };
    await using service = await startService(onOnePostgres, { handlers });
    const actors = await addSubOrganizations(service, 4);
    const [one, other] = actors as [Actor, Actor];
    const sign = (payload: string) =>
      service.submit(one, 'sign_raw_payload', { signWith: one.userId, ...digestPayload, payload });
    const [failed, misled, ...replies] = await Promise.all([
      service.submit(other, 'upsert_swap_config', { feeBps: '1' }),
      sign('0f'),
      sign('00'),
      ...actors.slice(2).map((actor) => newTag(service, actor, 'Tag')),
    ]);
    expect([failed.status, misled.status]).toEqual([500, 500]);
    expect(statuses(replies)).toEqual([200, 200, 200]);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('behavior: does not put the blame on others, if a statement of its inputs fails only under the lock', async () => {
    const looked = new Set<string>();
    const misread = implement(signRawPayload, {
      async inputs({ sql }, { payload }) {
        if (looked.has(payload)) await sql`select 1 / 0`;
        looked.add(payload);
        return payload;
      },
      prepare: async () => undefined,
      result: () => ({ r: '01', s: '02', v: '00' }),
    });
    await using service = await startService(onOnePostgres, { handlers: { sign_raw_payload: misread } });
    const [one, ...others] = (await addSubOrganizations(service, 5)) as [Actor, ...Actor[]];
    const [failed, ...replies] = await Promise.all([
      service.submit(one, 'sign_raw_payload', { signWith: one.userId, ...digestPayload }),
      ...others.map((actor) => newTag(service, actor, 'Tag')),
      ...others.map((actor) => newTag(service, actor, 'Another')),
    ]);
    expect(failed.status).toBe(500);
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
    const own: string[] = [];
    const unwatch = service.watchStatements((text) => own.push(...(text.includes('savepoint') ? [text] : [])));
    expect(statuses(await tagsOfAll(service, others, 'Later'))).toEqual([200, 200, 200, 200]);
    unwatch();
    // None of them has to go alone.
    expect(own).toEqual([]);
  });

  test('behavior: many that fail do not have the group repeated for each of them', async () => {
    await using service = await startService(onOnePostgres);
    const [one, ...failing] = (await addSubOrganizations(service, 9)) as [Actor, ...Actor[]];
    await tagsOfAll(service, failing, 'taken');
    let locks = 0;
    const unwatch = service.watchStatements((text) => {
      if (text.includes('skip locked')) locks++;
    });
    const [reply, ...refused] = await Promise.all([
      newTag(service, one, 'free'),
      ...failing.map((actor) => newTag(service, actor, 'taken')),
    ]);
    unwatch();
    expect(reply.status).toBe(200);
    expect(new Set(statuses(refused))).toEqual(new Set([409]));
    // Two groups may begin before all have arrived; each is tried four times.
    expect(locks).toBeLessThanOrEqual(2 * 4);
  });

  test('error: an organization whose audit chain was changed, or whose user lost a tag', async () => {
    await using service = await startService(onOnePostgres);
    const actors = await addSubOrganizations(service, 4);
    const [chain, tags] = actors as [Actor, Actor];
    await service.submit(tags, 'create_user_tag', { userTagName: 'Own', userIds: [tags.userId] });
    await service.database.transaction(async (sql) => {
      await sql`update audit_heads set sequence = sequence + 1 where organization_id = ${chain.organizationId}`;
      await sql`delete from user_tags where organization_id = ${tags.organizationId}`;
    });
    expect(statuses(await tagsOfAll(service, actors, 'Tag'))).toEqual([500, 500, 200, 200]);
  });
});

test('behavior: the same body from two users is one activity, and no other of its group is touched', async () => {
  await using service = await startService(onOnePostgres);
  const [one, other] = (await addSubOrganizations(service, 2)) as [Actor, Actor];
  const parameters = { userTagName: 'Once', userIds: [] };
  const body = JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    timestampMs: String(Date.now()),
    organizationId: one.organizationId,
    parameters,
  });
  const send = () => service.send(one, 'create_user_tag', body);
  const [first, again, repeated, foreign] = await Promise.all([send(), send(), send(), newTag(service, other, 'Once')]);
  expect(statuses([first, again, repeated, foreign])).toEqual([200, 200, 200, 200]);
  expect(again.json).toEqual(first.json);
  expect(repeated.json).toEqual(first.json);
  const { json } = await service.ask(one, 'list_activities');
  expect(json.activities.filter(({ type }: { type: string }) => type.includes('USER_TAG'))).toHaveLength(1);
});

test('behavior: each endpoint gets the activities of its organization, and of its sub-organizations', async () => {
  await using rig = await startWebhooks(onOnePostgres);
  const { service } = rig;
  const actors = await addSubOrganizations(service, 4);
  const [one] = actors as [Actor];
  await rig.addEndpoint(service.root, '/parent');
  await rig.addEndpoint(one, '/one');
  await rig.deliver();
  const before = [rig.eventsAt('/parent').length, rig.eventsAt('/one').length] as const;
  const replies = await tagsOfAll(service, actors, 'Tag');
  await rig.deliver();
  const ids = replies.map(({ json }) => json.activity.id);
  const idsAt = (path: string, from: number) =>
    rig
      .eventsAt(path)
      .slice(from)
      .map(({ id }) => id)
      .toSorted();
  expect(idsAt('/parent', before[0])).toEqual(ids.toSorted());
  expect(idsAt('/one', before[1])).toEqual([ids[0]]);
});

test('behavior: on a distributed database no transaction has two organizations', async () => {
  await using service = await startService({ distribution: { isDistributed: true, checkAfter: async () => {} } });
  const actors = await addSubOrganizations(service, 5);
  const since = new Date();
  const replies = await Promise.all(['a', 'b'].map((name) => tagsOfAll(service, actors, name)));
  expect(new Set(statuses(replies.flat()))).toEqual(new Set([200]));
  // At its end the service fails on statements that name several organizations.
  expect(await transactionsSince(service, actors, since)).toBeGreaterThanOrEqual(5);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
