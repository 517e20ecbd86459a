import { registry, type Unit } from '@mintmark/schema';
import { patience } from '@mintmark/testing/patience';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, sendBytes, stampFor } from '../../test/exchange.ts';
import { addOrganization } from '../../test/organizations.ts';
import { newPasskey } from '../../test/passkey.ts';
import { type Actor, startService } from '../../test/service.ts';
import { Turns } from '../core/limits/turns.ts';
import { type Database, openDatabase } from '../storage/store/database.ts';
import { createApp } from './app.ts';
import type { App } from './http/exchange.ts';

const service = await startService();
// Work that these tests hold must not time out.
const patient = { address: service.address, ephemeral: true, timeoutMs: 600_000 };
const holder = openDatabase(patient);
afterAll(async () => {
  await holder.close();
  await service[Symbol.asyncDispose]();
});

let database: Database;
let app: App;
beforeEach(() => {
  database = openDatabase({ ...patient, connections: 12 });
  app = createApp({ database, services: service.services });
  const opened = database;
  onTestFinished(() => opened.close());
});

/** Locks a table until the returned function is called. */
async function hold(table: 'tags' | 'organizations'): Promise<() => Promise<unknown>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const locked = holder.transaction(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const release = () => {
    released.resolve();
    return locked;
  };
  onTestFinished(() => void release());
  return release;
}

async function send(actor: Actor, operation: string, more: object = {}): Promise<Answer> {
  const { path } = Object.values<Unit>(registry).find(({ name }) => name === operation) as Unit;
  const body = Buffer.from(JSON.stringify({ organizationId: actor.organizationId, ...more }));
  return sendBytes(app, path, body, await stampFor(actor, body));
}

const setFeature = (actor: Actor) =>
  send(actor, 'set_organization_feature', {
    type: 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE',
    timestampMs: String(Date.now()),
    parameters: { name: 'FEATURE_NAME_SMS_AUTH' },
  });

/** Sends queries of each organization that cannot finish, and waits until they use all the connections they may use. */
async function saturate(organizations: readonly Actor[], busy: number): Promise<Promise<Answer>[]> {
  const before = database.connections.busy;
  const answers = organizations.flatMap((actor) => Array.from({ length: 20 }, () => send(actor, 'list_user_tags')));
  const isSaturated = () =>
    vi.waitFor(() => expect(database.connections.busy).toBe(before + busy), { timeout: patience });
  await isSaturated();
  // Until now, a busy connection may have been that of a look-up.
  expect((await send(service.root, 'whoami')).status).toBe(200);
  await isSaturated();
  return answers;
}

const organizations = (count: number): Promise<Actor[]> =>
  Promise.all(Array.from({ length: count }, async () => (await addOrganization(service))[0]));
const statuses = async (answers: readonly Promise<Answer>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));

describe('long-running queries', () => {
  test('default: two organizations leave connections for queries, changes and look-ups of a third', async () => {
    const [third, ...busy] = (await organizations(3)) as [Actor, ...Actor[]];
    const release = await hold('tags');
    const answers = await saturate(busy, 4);
    const served = await Promise.all([send(third, 'whoami'), send(third, 'list_users'), setFeature(third)]);
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
    await release();
    expect(await statuses(answers)).toEqual(new Set([200]));
  });

  test('behavior: eight organizations leave connections for changes and look-ups, and the ninth does not wait for all they have queued', async () => {
    const [ninth, ...busy] = (await organizations(9)) as [Actor, ...Actor[]];
    const release = await hold('tags');
    const answers = await saturate(busy, 5);
    const served = await Promise.all([send(ninth, 'whoami'), setFeature(ninth)]);
    expect(served.map(({ status }) => status)).toEqual([200, 200]);
    const run = vi.spyOn(Turns.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    const order: string[] = [];
    const waiting = send(ninth, 'list_user_tags').then(({ status }) => order.push(`ninth ${status}`));
    for (const answer of answers) void answer.then(() => order.push('busy'));
    const isWaiting = () =>
      expect(run.mock.calls.map(([{ organizationId }]) => organizationId)).toContain(ninth.organizationId);
    await vi.waitFor(isWaiting, { timeout: patience });
    await release();
    await Promise.all([waiting, ...answers]);
    expect(await statuses(answers)).toEqual(new Set([200]));
    // It begins after the five running queries and one of each of the eight organizations. Some that begin later may end earlier,
    // but far fewer than the 155 that waited before it.
    expect(order.indexOf('ninth 200')).toBeLessThan(answers.length / 2);
  });

  test('behavior: a query that needs no connection is answered while all places are taken', async () => {
    const [busy, other] = (await organizations(2)) as [Actor, Actor];
    const release = await hold('tags');
    const answers = await saturate([busy], 2);
    const many = Array.from({ length: 20 }, () => send(busy, 'whoami'));
    expect(await statuses([...many, send(other, 'whoami')])).toEqual(new Set([200]));
    await release();
    expect(await statuses(answers)).toEqual(new Set([200]));
  });
});

describe('long-running look-ups', () => {
  test('default: unknown keys and passkeys use no more connections than look-ups have', async () => {
    const release = await hold('organizations');
    const stranger = () => ({ ...service.root, ...newPasskey() });
    // More than two batches.
    const answers = Array.from({ length: 150 }, (_, index) => send(index % 2 ? service.root : stranger(), 'whoami'));
    await vi.waitFor(() => expect(database.connections.busy).toBe(2), { timeout: patience });
    await database.query((sql) => sql`select from tags`);
    expect(database.connections.busy).toBe(2);
    await release();
    expect(await statuses(answers)).toEqual(new Set([200, 401]));
  });
});

describe('long answers', () => {
  /** The same database, where reads of activities wait until the test releases them. */
  function withHeldActivities() {
    const held: (() => void)[] = [];
    let isHolding = true;
    const query: Database['query'] = (work, options) =>
      database.query((sql) => {
        const statement = async (strings: TemplateStringsArray, ...values: never[]) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          held.push(resolve);
          if (isHolding) await promise;
          return sql(strings, ...values);
        };
        const isHeld = (strings: unknown) =>
          Array.isArray(strings) && strings.some((text) => text.includes('select * from activities'));
        const apply = (...args: [TemplateStringsArray]) => (isHeld(args[0]) ? statement(...args) : sql(...args));
        return work(Object.assign(apply, sql) as never);
      }, options);
    const release = () => {
      isHolding = false;
      for (const resolve of held) resolve();
    };
    return { database: { ...database, query } as Database, held, release };
  }

  async function withLongActivity(actor: Actor): Promise<Actor> {
    const { organizationId } = actor;
    const parameters = { name: 'FEATURE_NAME_SMS_AUTH' };
    const type = 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE';
    const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });
    expect((await service.send(actor, 'set_organization_feature', body.padEnd(100_000))).status).toBe(200);
    return actor;
  }

  test('default: one is built at a time, and other requests are answered in the meantime', async () => {
    const [light, ...heavy] = (await organizations(5)) as [Actor, ...Actor[]];
    for (const actor of heavy) await withLongActivity(actor);
    const { database: slow, held, release } = withHeldActivities();
    onTestFinished(release);
    app = createApp({ database: slow, services: service.services });
    const answers = heavy.flatMap((actor) => Array.from({ length: 3 }, () => send(actor, 'list_activities')));
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: patience });
    const others = [light, ...heavy].flatMap((actor) => ['whoami', 'list_users'].map((name) => send(actor, name)));
    expect(await statuses(others)).toEqual(new Set([200]));
    // Other requests may still be measuring their answers.
    await vi.waitFor(() => expect([held.length, database.connections.busy]).toEqual([1, 1]), { timeout: patience });
    release();
    expect(await statuses(answers)).toEqual(new Set([200]));
    expect(held).toHaveLength(answers.length);
  });
});
