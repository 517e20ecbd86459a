import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { letterKind } from '../../../test/letters.ts';
import { createOutboxRig } from '../../../test/outbox-rig.ts';
import { watched } from '../../../test/statements.ts';
import type { Organization } from '../../core/model/organization.ts';
import { type Database, openDatabase, type Sql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { takeEntries } from './entries.ts';
import { lanesWithDueEntries } from './entries-of-all.ts';
import { listEntries } from './manage-entries.ts';
import type { Outbox } from './outbox.ts';
import { outboxTable } from './outbox-table.ts';
import { releaseLeases } from './release-leases.ts';

const hour = 3_600_000;
const numbered = (count: number, prefix = 'key') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** Delivers everything that is due now. */
async function deliverDue(outbox: Outbox): Promise<void> {
  await watched(() => outbox.poll());
  await outbox.idle();
}

describe('delivery', () => {
  test('default: delivers immediately what its own process left, and keeps nothing', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    await rig.leave(outbox, ['first']);
    await expect.poll(() => rig.reports).toHaveLength(1);
    await rig.leave(outbox, ['second'], { kind: rig.secretLetter });
    await expect.poll(() => rig.reports).toHaveLength(2);
    expect(rig.target.received).toEqual([
      { key: 'first', body: 'to first' },
      { key: 'second', body: 'to second' },
    ]);
    expect(await rig.rows()).toEqual([]);
    expect(rig.reports.map(({ kind, outcome, attempt }) => [kind, outcome, attempt])).toEqual([
      ['letter', 'delivered', 1],
      ['secret_letter', 'delivered', 1],
    ]);
  });

  test('behavior: nothing is delivered if the transaction is rolled back', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    const failed = rig.database.transaction(async (sql) => {
      const writer = outbox.writer(sql, rig.organization);
      await writer.leave(rig.letter, { text: 'never' });
      expect([writer.isEmpty, [...writer.lanes]]).toEqual([false, [{ kind: 'letter', target: null }]]);
      outbox.wake(writer);
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    await deliverDue(outbox);
    expect([rig.target.received, await rig.rows()]).toEqual([[], []]);
  });

  test('behavior: a poll finds what became due while another was under way', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    await outbox.idle();
    const first = outbox.poll();
    await rig.leave(rig.elsewhere, ['late']);
    const second = outbox.poll();
    await Promise.all([first, second]);
    await outbox.idle();
    expect(rig.target.keys).toEqual(['late']);
  });

  test('behavior: an entry that could not be taken is taken soon, before the next poll', async () => {
    await using rig = await createOutboxRig();
    let failures = 0;
    const transaction: Database['transaction'] = (work, options) =>
      ++failures === 1 ? Promise.reject(new StoreError('TIMEOUT')) : rig.database.transaction(work, options);
    const outbox = rig.start({ database: { ...rig.database, transaction } });
    // The next poll comes in an hour.
    await outbox.poll();
    await outbox.idle();
    await rig.leave(outbox, ['key']);
    await expect.poll(() => rig.target.keys, { timeout: 10_000 }).toEqual(['key']);
    expect(rig.errors).toEqual([new StoreError('TIMEOUT')]);
  });

  test('behavior: polls for what other processes left', async () => {
    await using rig = await createOutboxRig();
    const writing = rig.start({ kinds: [rig.letter] });
    rig.start({ limits: { pollMs: 20 } });
    await writing.stop();
    await rig.leave(writing, ['key']);
    await expect.poll(() => rig.target.keys).toEqual(['key']);
  });

  test('behavior: does not ask the database at all without kinds', async () => {
    await using rig = await createOutboxRig();
    const texts: string[] = [];
    const database = openDatabase({
      address: rig.test.address,
      ephemeral: true,
      onStatement: (text) => texts.push(text),
    });
    const outbox = rig.start({ database, kinds: [], limits: { pollMs: 1 } });
    await setTimeout(50);
    expect(outbox.depths()).toEqual([]);
    await outbox.stop();
    await database.close();
    expect(texts).toEqual([]);
  });

  test('behavior: an entry has the id as its key unless told otherwise', async () => {
    await using rig = await createOutboxRig();
    await rig.database.transaction((sql) =>
      rig.elsewhere.writer(sql, rig.organization).leave(rig.letter, { text: 'x' }),
    );
    const [{ id }] = await rig.rows();
    await deliverDue(rig.start());
    expect(rig.target.keys).toEqual([id]);
  });

  test('behavior: the entries of a deleted organization are still delivered, sealed ones too', async () => {
    await using rig = await createOutboxRig();
    const organization = await rig.addOrganization(rig.organization.id);
    await rig.leave(rig.elsewhere, ['plain'], { organization });
    await rig.leave(rig.elsewhere, ['sealed'], { organization, kind: rig.secretLetter });
    await rig.database.query((sql) => sql`update organizations set deleted_at = now() where id = ${organization.id}`);
    await deliverDue(rig.start());
    expect(rig.target.keys.toSorted()).toEqual(['plain', 'sealed']);
    expect(await rig.rows()).toEqual([]);
  });
});

describe('retries', () => {
  test('behavior: a target that is away for an hour gets everything once it is back', async () => {
    await using rig = await createOutboxRig();
    const start = Date.now();
    rig.now = new Date(start);
    const outbox = rig.start();
    rig.target.answer = (response) => response.writeHead(503).end('secret words of the target');
    await rig.leave(outbox, numbered(10));
    await outbox.idle();
    while (rig.now.getTime() < start + hour) {
      rig.now = new Date(rig.now.getTime() + 60_000);
      await deliverDue(outbox);
    }
    const rows = await rig.rows();
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toMatchObject({ state: 'waiting', leaseId: null, errorCode: 'REFUSED' });
      expect(row.errorText).toBe('The target refused it (HTTP 503)');
      // After 10, 30, 90, 270, 810 and 2,430 s, with jitter and the minutes of this test.
      expect(row.attempts).toBeGreaterThanOrEqual(6);
      expect(row.attempts).toBeLessThanOrEqual(7);
    }
    rig.target.answer = (response) => response.end();
    rig.target.received.length = 0;
    rig.now = new Date(start + 5 * hour);
    await deliverDue(outbox);
    expect(rig.target.keys.toSorted()).toEqual(numbered(10));
    expect(await rig.rows()).toEqual([]);
  });

  test('behavior: gives up after 12 attempts over about a day, and keeps the entry with the reason', async () => {
    await using rig = await createOutboxRig();
    const start = Date.now();
    rig.now = new Date(start);
    const outbox = rig.start({ random: () => 0.5 });
    rig.target.answer = (response) => response.destroy();
    await rig.leave(outbox, ['key']);
    await outbox.idle();
    for (let [row] = await rig.rows(); row.state === 'waiting'; [row] = await rig.rows()) {
      rig.now = row.dueAt;
      await deliverDue(outbox);
    }
    const [row] = await rig.rows();
    expect(row).toMatchObject({ state: 'failed', attempts: 12, leaseId: null, errorCode: 'UNREACHABLE' });
    expect(rig.target.count('key')).toBe(12);
    const hours = ((rig.now as Date).getTime() - start) / hour;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(28);
    expect(rig.reports.map(({ outcome }) => outcome)).toEqual([...Array(11).fill('retried'), 'failed']);
    rig.now = new Date(start + 100 * hour);
    await deliverDue(outbox);
    expect(rig.target.count('key')).toBe(12);
  });

  test('behavior: gives up immediately if the error is final', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    rig.target.answer = (response) => response.writeHead(410).end();
    await rig.leave(outbox, ['key']);
    await expect.poll(() => rig.reports).toHaveLength(1);
    expect(await rig.rows()).toMatchObject([
      { state: 'failed', attempts: 1, errorText: 'The target refused it (HTTP 410)' },
    ]);
  });

  test('behavior: a slow target is aborted at the time limit, also by a kind that ignores the signal', async () => {
    await using rig = await createOutboxRig();
    const slow = letterKind(rig.target.url, { timeLimitMs: 50 });
    const deaf = letterKind(rig.target.url, { name: 'deaf', timeLimitMs: 50, deliver: () => new Promise(() => {}) });
    const outbox = rig.start({ kinds: [slow, deaf] });
    rig.target.answer = () => {};
    await rig.leave(outbox, ['slow'], { kind: slow });
    await rig.leave(outbox, ['deaf'], { kind: deaf });
    await expect.poll(() => rig.reports).toHaveLength(2);
    expect(rig.reports.map(({ errorCode }) => errorCode)).toEqual(['TIMEOUT', 'TIMEOUT']);
  });
});

describe('leases', () => {
  test('behavior: many processes take each entry once', async () => {
    await using rig = await createOutboxRig();
    await using stack = new AsyncDisposableStack();
    const outboxes = Array.from({ length: 5 }, () => {
      const database = openDatabase({ address: rig.test.address, ephemeral: true, timeoutMs: 60_000 });
      stack.defer(() => database.close());
      return rig.start({ database, limits: { pollMs: 5 } });
    });
    const others = [rig.organization, await rig.addOrganization(), await rig.addOrganization()];
    for (const [index, organization] of others.entries())
      await rig.leave(outboxes[index] as Outbox, numbered(100, String(index)), { organization });
    await expect.poll(rig.rows).toEqual([]);
    await Promise.all(outboxes.map((outbox) => outbox.stop()));
    expect(rig.target.received).toHaveLength(300);
    expect(new Set(rig.target.keys).size).toBe(300);
    expect(rig.errors).toEqual([]);
  });

  test('behavior: a lease that has ended is taken by another process, and the first one can no longer change the entry', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    const first = rig.start({ kinds: [letterKind(rig.target.url, { timeLimitMs: 10_000 })] });
    const held = Promise.withResolvers<void>();
    rig.target.answer = async (response) => {
      const isFirst = rig.target.received.length === 1;
      if (isFirst) await held.promise;
      response.writeHead(isFirst ? 200 : 503).end();
    };
    await rig.leave(first, ['key']);
    await expect.poll(() => rig.target.keys).toEqual(['key']);
    const second = rig.start();
    rig.now = new Date(rig.now.getTime() + 59_000);
    await deliverDue(second);
    expect(rig.target.keys).toEqual(['key']);
    rig.now = new Date(rig.now.getTime() + 2_000);
    await deliverDue(second);
    expect(rig.target.keys).toEqual(['key', 'key']);
    held.resolve();
    await first.idle();
    // The second process was refused, and will try again: the late success of the first one must not hide that.
    expect(await rig.rows()).toMatchObject([{ attempts: 2, leaseId: null, errorCode: 'REFUSED' }]);
  });

  test('behavior: an entry that comes too late to be tried within its lease is handed back, and that is no attempt', async () => {
    await using rig = await createOutboxRig();
    const kinds = [letterKind(rig.target.url, { timeLimitMs: 4_000 })];
    let isSlow = true;
    const slow: Database = {
      ...rig.database,
      async transaction(work, options) {
        const result = await rig.database.transaction(work, options);
        if (isSlow) await setTimeout(4_500);
        return result;
      },
    };
    const outbox = rig.start({ database: slow, kinds, limits: { leaseMs: 8_000 } });
    await rig.leave(outbox, ['key']);
    await outbox.idle();
    expect([rig.target.keys, rig.reports, rig.errors]).toEqual([[], [], []]);
    expect(await rig.rows()).toMatchObject([{ state: 'waiting', attempts: 0, leaseId: null }]);
    isSlow = false;
    await deliverDue(outbox);
    expect([rig.target.keys, rig.reports]).toMatchObject([['key'], [{ outcome: 'delivered', attempt: 1 }]]);
  });

  test('behavior: a sealed entry is not tried if opening it took too much of its lease', async () => {
    await using rig = await createOutboxRig();
    const kinds = [letterKind(rig.target.url, { name: 'secret_letter', isSecret: true, timeLimitMs: 4_000 })];
    const slow: Database = {
      ...rig.database,
      async query(work, options) {
        await setTimeout(4_500);
        return rig.database.query(work, options);
      },
    };
    // What is left of the lease is for a machine that stands still for seconds.
    const outbox = rig.start({ database: slow, kinds, limits: { leaseMs: 8_000 } });
    await rig.leave(outbox, ['key'], { kind: rig.secretLetter });
    await outbox.idle();
    expect([rig.target.keys, rig.reports, rig.errors]).toEqual([[], [], []]);
    expect(await rig.rows()).toMatchObject([{ state: 'waiting', attempts: 0, leaseId: null }]);
  });

  test('behavior: the leases of a process that is gone can be ended without those of others, or all leases', async () => {
    await using rig = await createOutboxRig();
    rig.target.answer = () => {};
    const owners = [crypto.randomUUID(), crypto.randomUUID()] as const;
    const organization = await rig.addOrganization(rig.organization.id);
    const gone = rig.start({ owner: owners[0], limits: { graceMs: 0 } });
    await rig.leave(gone, ['one', 'two']);
    await rig.leave(gone, ['three'], { organization });
    await expect.poll(() => rig.target.received).toHaveLength(3);
    // It has looked for the last time before the other one begins, so that neither takes what is left for the other.
    await gone.poll();
    const other = rig.start({ owner: owners[1], limits: { graceMs: 0 } });
    await rig.leave(other, ['other']);
    await expect.poll(() => rig.target.received).toHaveLength(4);
    const leases = (await rig.rows()).map(({ leaseId }) => leaseId);
    expect(new Set(leases).size).toBe(3);
    expect(await watched(() => releaseLeases(rig.database, owners[0]))).toBe(3);
    expect(await watched(() => releaseLeases(rig.database, owners[0]))).toBe(0);
    const held = (await rig.rows()).filter(({ leaseId }) => leaseId !== null);
    expect(held.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['other']);
    rig.target.answer = (response) => response.end();
    // The attempt of the process that is gone counts: an entry that kills its process is not tried for ever.
    await deliverDue(rig.start());
    expect(rig.reports.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
    expect(await watched(() => releaseLeases(rig.database))).toBe(1);
    await deliverDue(rig.start());
    expect(rig.target.keys.at(-1)).toBe('other');
  });

  test('behavior: a process that ended during every attempt does not try for ever', async () => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, ['key']);
    await rig.database.query((sql) => sql`update outbox set attempts = 12, lease_id = gen_random_uuid()`);
    await deliverDue(rig.start());
    expect(rig.target.keys).toEqual([]);
    expect(await rig.rows()).toMatchObject([{ state: 'failed', errorCode: 'INTERRUPTED' }]);
  });
});

describe('poison', () => {
  test('behavior: entries that cannot be read are kept as failed in the end, and block no others', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    const before = rig.start({ limits: { pollMs: hour } });
    await before.stop();
    await rig.leave(before, ['changed']);
    // Genuine rows whose contents a version of the kind does not accept.
    await rig.database.query(async (sql) => {
      const [row] = await sql<never[]>`select * from outbox where idempotency_key = 'changed'`;
      const changed = Object.assign({}, row, { contents: '{"words":"canary"}' });
      const mac = rig.services.macs.macOf(outboxTable, changed as never);
      await sql`update outbox set contents = '{"words":"canary"}', mac = ${mac} where idempotency_key = 'changed'`;
    });
    const outbox = rig.start({ random: () => 0.5, limits: { ofLane: 1 } });
    await rig.leave(outbox, ['good']);
    await deliverDue(outbox);
    expect(rig.target.keys).toEqual(['good']);
    for (let count = 1; count < 12; count++) {
      rig.now = new Date(rig.now.getTime() + 6 * hour);
      await deliverDue(outbox);
    }
    const rows = await rig.rows();
    expect(rows).toMatchObject([
      { idempotencyKey: 'changed', state: 'failed', attempts: 12, errorCode: 'INVALID_CONTENTS' },
    ]);
    expect(rows[0].errorText).not.toContain('canary');
    await expect.poll(() => outbox.depths()).toMatchObject([{ state: 'failed', kind: 'letter', count: 1 }]);
  });

  test('behavior: entries of a kind that only a newer version knows wait for it, and are reported once', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    const newest = letterKind(rig.target.url, { name: 'newest' });
    const newer = rig.start({ kinds: [newest, rig.letter] });
    await newer.stop();
    await rig.leave(newer, numbered(3, 'newest'), { kind: newest });
    let reported = 0;
    const older = rig.start({ onUnknownKind: () => reported++, limits: { ofLane: 1, depthsAgeMs: 0 } });
    for (let count = 0; count < 15; count++) {
      rig.now = new Date(rig.now.getTime() + 6 * hour);
      await deliverDue(older);
    }
    expect([rig.target.keys, rig.reports, rig.errors, reported]).toEqual([[], [], [], 1]);
    const untouched = { kind: 'newest', state: 'waiting', attempts: 0, leaseId: null, errorCode: null };
    const listed: unknown[] = [];
    for await (const entry of listEntries(rig.database)) listed.push(entry);
    expect(listed).toMatchObject(Array(3).fill(untouched));
    await expect.poll(() => older.depths()).toMatchObject([{ state: 'waiting', kind: 'unknown', count: 3 }]);
    await deliverDue(rig.start({ kinds: [newest, rig.letter] }));
    expect(rig.target.keys.toSorted()).toEqual(numbered(3, 'newest'));
  });

  test('behavior: an unknown kind that appears later is reported too', async () => {
    await using rig = await createOutboxRig();
    let reported = 0;
    const older = rig.start({ onUnknownKind: () => reported++, limits: { unknownKindsAgeMs: 0 } });
    await deliverDue(older);
    expect(reported).toBe(0);
    const newest = letterKind(rig.target.url, { name: 'newest' });
    await rig.leave(rig.start({ kinds: [newest], limits: { inAll: 0 } }), ['key'], { kind: newest });
    for (const _ of [1, 2, 3]) await deliverDue(older);
    expect(reported).toBe(1);
  });

  test.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['changed the contents', (sql) => sql`update outbox set contents = '{"text":"forged"}'`],
    ['changed the kind', (sql) => sql`update outbox set kind = 'secret_letter'`],
    ['changed the key', (sql) => sql`update outbox set idempotency_key = 'another'`],
    ['made it', (sql) => sql`update outbox set id = gen_random_uuid()`],
  ])('behavior: an entry is not delivered if somebody else %s', async (_, tamper) => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, ['key']);
    await rig.database.query(tamper);
    await deliverDue(rig.start());
    expect(rig.target.keys).toEqual([]);
    expect(await rig.rows()).toMatchObject([{ state: 'failed', errorCode: 'FORGED' }]);
  });
});

describe('fairness', () => {
  test('behavior: 10,000 entries of one organization do not delay another one', async () => {
    await using rig = await createOutboxRig();
    rig.target.answer = async (response) => {
      await setTimeout(50);
      response.end();
    };
    await addEntries(rig, 10_000);
    rig.start({ limits: { pollMs: 50 } });
    await expect.poll(() => rig.target.received.length).toBeGreaterThan(20);
    const organization = await rig.addOrganization();
    const start = performance.now();
    // Left by a process that has ended since: only the poll finds it.
    await rig.leave(rig.elsewhere, ['light'], { organization });
    await expect.poll(() => rig.target.count('light'), { interval: 5 }).toBe(1);
    const waitedMs = performance.now() - start;
    expect(rig.target.received.length).toBeLessThan(2_000);
    expect(waitedMs).toBeLessThan(5_000);
    expect(rig.target.max).toBeLessThanOrEqual(5);
  });

  test('behavior: slow targets of many sub-organizations do not delay another top-level organization', async () => {
    await using rig = await createOutboxRig();
    rig.target.answer = (response, { key }) => key === 'light' && response.end();
    const outbox = rig.start();
    for (let count = 0; count < 6; count++) {
      const organization = await rig.addOrganization(rig.organization.id);
      await rig.leave(outbox, numbered(4, `heavy-${count}`), { organization });
    }
    await expect.poll(() => rig.target.received.length).toBeGreaterThanOrEqual(12);
    const organization = await rig.addOrganization();
    await rig.leave(outbox, ['light'], { organization });
    await expect.poll(() => rig.target.count('light')).toBe(1);
    expect(rig.target.received).toHaveLength(13);
  });

  test('behavior: one look finds lanes of every tenant, those with the oldest entries first', async () => {
    await using rig = await createOutboxRig();
    const minutes = async (organization: Organization, ago: number) => {
      const [kind, name] = ago % 2 === 0 ? [rig.letter, 'even'] : [rig.secretLetter, 'odd'];
      await rig.leave(rig.elsewhere, [`${name}-${ago}`], { organization, kind });
      await rig.database.query(
        (sql) => sql`
          update outbox set due_at = now() - ${ago}::integer * interval '1 minute'
          where organization_id = ${organization.id} and kind = ${kind.name} and idempotency_key = ${`${name}-${ago}`}`,
      );
      return organization.id;
    };
    const heavy = rig.organization;
    const light = await rig.addOrganization();
    const children = await Promise.all([1, 2, 3].map(() => rig.addOrganization(heavy.id)));
    const [first, second, third] = children as [Organization, Organization, Organization];
    await minutes(second, 20);
    await minutes(first, 30);
    await minutes(first, 2);
    await minutes(third, 10);
    await minutes(third, 11);
    await minutes(light, 4);
    const find = (max: number, kinds: readonly string[]) =>
      rig.database.query((sql) => watched(() => lanesWithDueEntries(sql, { max, kinds }).execute()));
    const lane = ({ id, parentId, source }: Organization, kind = 'letter') => ({
      ...{ organizationId: id, tenantId: parentId ?? id, source, kind, target: null },
    });
    const all = [lane(first), lane(light), lane(second), lane(third)];
    expect(await find(100, ['letter'])).toEqual(all);
    expect(await find(2, ['letter'])).toEqual(all.slice(0, 2));
    expect(await find(3, ['letter', 'secret_letter'])).toEqual([
      lane(first),
      lane(third, 'secret_letter'),
      lane(light),
    ]);
    expect(await find(100, [])).toEqual([]);
  });

  test('behavior: one look finds lanes of every source, however many organizations a stranger has', async () => {
    await using rig = await createOutboxRig();
    const add = async (source: string | null) => {
      const organization = { ...(await rig.addOrganization(rig.organization.id)), source };
      await rig.database.transaction(
        (sql) => sql`update organizations set source = ${source} where id = ${organization.id}`,
      );
      await rig.leave(rig.elsewhere, ['key'], { organization });
      return organization.id;
    };
    const ofStranger: string[] = [];
    for (let count = 0; count < 5; count++) ofStranger.push(await add('stranger'));
    const others = [await add('somebody'), await add(null), await add(null)];
    const found = await rig.database.query((sql) => lanesWithDueEntries(sql, { max: 5, kinds: ['letter'] }).execute());
    expect(found.map(({ organizationId }) => organizationId)).toEqual([ofStranger[0], ...others, ofStranger[1]]);
  });

  test('behavior: a target that fails twice gets a pause, and no other target does', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start({ limits: { targetPauseMs: 3_600_000 } });
    rig.target.answer = (response, { key }) => response.writeHead(key.startsWith('down') ? 503 : 200).end();
    const leave = async (target: string, key: string) => {
      const writer = await rig.database.transaction(async (sql) => {
        const left = outbox.writer(sql, rig.organization);
        const entry = { contents: { text: '' }, idempotencyKey: `${target}-${key}`, target };
        await left.leaveAll(rig.letter, [entry], { maxWaiting: 10 });
        return left;
      });
      outbox.wake(writer);
      await outbox.idle();
    };
    for (const key of ['one', 'two', 'three', 'four']) await leave('down', key);
    await leave('up', 'one');
    await outbox.poll();
    await outbox.idle();
    expect(rig.target.keys).toEqual(['down-one', 'down-two', 'up-one']);
  });

  test('behavior: uses two connections at most, also to open sealed contents', async () => {
    await using rig = await createOutboxRig();
    let inUse = 0;
    let max = 0;
    const counted = async <Result>(work: () => Promise<Result>) => {
      max = Math.max(max, ++inUse);
      await setTimeout(20);
      return work().finally(() => inUse--);
    };
    const database: Database = {
      ...rig.database,
      query: (work, options) => counted(() => rig.database.query(work, options)),
      transaction: (work, options) => counted(() => rig.database.transaction(work, options)),
    };
    const outbox = rig.start({ database, limits: { depthsAgeMs: 0 } });
    for (const organization of [rig.organization, await rig.addOrganization(), await rig.addOrganization()])
      await rig.leave(outbox, numbered(4), { organization, kind: rig.secretLetter });
    while ((await rig.rows()).length > 0) {
      outbox.depths();
      await outbox.poll();
    }
    await outbox.idle();
    expect(rig.target.received).toHaveLength(12);
    expect(max).toBe(2);
  });

  test('behavior: deliveries are limited overall, by kind, and by kind of an organization', async () => {
    await using rig = await createOutboxRig();
    rig.target.answer = () => {};
    const kinds = ['red', 'green', 'blue'].map((name) => letterKind(rig.target.url, { name, places: 5 }));
    const outbox = rig.start({ kinds, limits: { inAll: 12, ofLane: 3 } });
    const organizations = [rig.organization, await rig.addOrganization(), await rig.addOrganization()];
    const inFlight = async () => (await rig.rows()).filter(({ leaseId }) => leaseId !== null);
    const leave = (kind: number, owner: number) =>
      rig.leave(outbox, numbered(10, `${kind}-${owner}`), {
        kind: kinds[kind] as never,
        organization: organizations[owner] as never,
      });
    await leave(0, 0);
    await expect.poll(() => rig.target.received.length).toBe(3);
    await leave(0, 1);
    await leave(0, 2);
    await expect.poll(() => rig.target.received.length).toBe(5);
    for (const owner of [0, 1, 2]) for (const kind of [1, 2]) await leave(kind, owner);
    await expect.poll(() => rig.target.received.length).toBe(12);
    await setTimeout(50);
    expect(rig.target.received).toHaveLength(12);
    expect(await inFlight()).toHaveLength(12);
  });
});

/** Adds genuine entries, faster than a writer. */
async function addEntries(
  { database, services, organization }: Awaited<ReturnType<typeof createOutboxRig>>,
  count: number,
): Promise<void> {
  const rows = numbered(count, 'heavy').map((idempotencyKey) => {
    const row = {
      organizationId: organization.id,
      id: crypto.randomUUID(),
      kind: 'letter',
      idempotencyKey,
      contents: '{"text":"heavy"}',
      sealedContents: null,
    };
    return { ...row, mac: services.macs.macOf(outboxTable, row), createdAt: new Date(0), dueAt: new Date(0) };
  });
  await database.transaction(async (sql) => {
    while (rows.length > 0) await sql`insert into outbox ${sql(rows.splice(0, 1_000))}`;
  });
}

describe('stop', () => {
  test('behavior: waits for deliveries in flight, and takes no more', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start({ limits: { graceMs: 10_000, ofLane: 2 } });
    const held = Promise.withResolvers<void>();
    rig.target.answer = async (response) => {
      await held.promise;
      response.end();
    };
    await rig.leave(outbox, numbered(4));
    await expect.poll(() => rig.target.received.length).toBe(2);
    const stopped = outbox.stop();
    await rig.leave(outbox, ['later']);
    held.resolve();
    await stopped;
    expect(rig.target.received).toHaveLength(2);
    expect(await rig.rows()).toMatchObject(Array(3).fill({ leaseId: null, attempts: 0 }));
  });

  test('behavior: aborts deliveries after the grace period, and hands their leases back', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start({ limits: { graceMs: 50 } });
    let isAborted = false;
    rig.target.answer = (response) =>
      response.on('close', () => {
        isAborted = true;
      });
    await rig.leave(outbox, ['key']);
    await expect.poll(() => rig.target.keys).toEqual(['key']);
    await outbox.stop();
    await expect.poll(() => isAborted).toBe(true);
    expect(rig.reports).toMatchObject([{ outcome: 'interrupted' }]);
    expect(await rig.rows()).toMatchObject([{ leaseId: null, attempts: 0, errorCode: null, state: 'waiting' }]);
    rig.target.answer = (response) => response.end();
    await deliverDue(rig.start());
    expect([rig.target.keys, await rig.rows()]).toEqual([['key', 'key'], []]);
  });
});

describe('statements', () => {
  test('behavior: taking holds no lock that another process waits for', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    await outbox.stop();
    await rig.leave(outbox, numbered(3));
    const lane = { organizationId: rig.organization.id, kind: 'letter', target: null };
    const options = { max: 2, leaseMs: 60_000, owner: crypto.randomUUID(), clock: undefined };
    await rig.database.transaction(async (sql) => {
      expect(await takeEntries(sql, lane, options)).toHaveLength(2);
      const others = await rig.database.transaction((other) => takeEntries(other, lane, options));
      expect(others).toHaveLength(1);
    });
    expect(await rig.database.query((sql) => lanesWithDueEntries(sql, { max: 10, kinds: ['letter'] }))).toEqual([]);
  });

  test('behavior: depths and the age of the oldest entry that is due', async () => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, numbered(3));
    await rig.database.query(
      (sql) => sql`update outbox set due_at = now() - interval '90 s' where idempotency_key = 'key-1'`,
    );
    const readDepths = () => watched(async () => rig.elsewhere.depths());
    expect(await readDepths()).toEqual([]);
    await expect.poll(readDepths).toMatchObject([{ state: 'waiting', kind: 'letter', count: 3 }]);
    expect(rig.elsewhere.depths()[0]?.overdueSeconds).toBeGreaterThanOrEqual(90);
  });

  test('behavior: reads the depths again only when they are old, and not after it has stopped', async () => {
    await using rig = await createOutboxRig();
    let reads = 0;
    const database = openDatabase({
      address: rig.test.address,
      ephemeral: true,
      onStatement: (text) => text.includes('count(*)') && reads++,
    });
    const outbox = rig.start({ database, limits: { depthsAgeMs: 200 } });
    for (let call = 0; call < 10; call++) outbox.depths();
    await expect.poll(() => reads).toBe(1);
    await setTimeout(200);
    outbox.depths();
    await expect.poll(() => reads).toBe(2);
    await outbox.stop();
    await setTimeout(200);
    outbox.depths();
    await database.close();
    expect(reads).toBe(2);
  });

  test('error: the time limit of a kind must be at most half of a lease', async () => {
    await using rig = await createOutboxRig();
    expect(() => rig.start({ limits: { leaseMs: 30_000 } })).toThrow('exceeds half of a lease');
  });
});
