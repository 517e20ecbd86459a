import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOutboxRig, type OutboxRig } from '../../../test/outbox-rig.ts';
import { watched } from '../../../test/statements.ts';
import { defineKind, type RecordContext } from '../../core/handlers/define-kind.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Outbox } from './outbox.ts';

interface Probe {
  readonly outbox: Outbox;
  readonly attempts: number[];
  readonly recorded: { readonly result: number; readonly context: RecordContext }[];
  pauses: (number | undefined)[];
  fails: number;
  onDeliver: () => Promise<void>;
}

/** An outbox with a kind whose deliveries are counted, and whose records pause as told. */
function startProbe(rig: OutboxRig): Probe {
  const kind = defineKind({
    name: 'probe',
    contents: z.object({ text: z.string() }),
    isSecret: false,
    isPersistent: true,
    async deliver(_, { attempt }) {
      probe.attempts.push(attempt);
      await probe.onDeliver();
      if (probe.fails-- > 0) throw new Error('away');
      return probe.attempts.length;
    },
    async record(context, _, result) {
      probe.recorded.push({ result, context });
      const pause = probe.pauses.shift();
      return pause === undefined ? undefined : { againAfterMs: pause };
    },
  });
  const probe: Probe = {
    outbox: rig.start({ kinds: [kind, rig.letter] }),
    attempts: [],
    recorded: [],
    pauses: [],
    fails: 0,
    onDeliver: async () => {},
  };
  void rig.leave(probe.outbox, ['a'], { kind: kind as never });
  return probe;
}

const settled = (probe: Probe, deliveries: number) =>
  expect.poll(() => probe.attempts.length, { interval: 10 }).toBe(deliveries);

test('default: a result is recorded, and the entry is gone', async () => {
  await using rig = await createOutboxRig();
  const probe = startProbe(rig);
  await settled(probe, 1);
  await probe.outbox.idle();
  expect(probe.recorded).toMatchObject([
    { result: 1, context: { attempt: 1, organization: { id: rig.organization.id } } },
  ]);
  expect(await rig.rows()).toEqual([]);
});

test('behavior: an entry is delivered again after the pause that its record returns, and its attempts are counted from 1 again', async () => {
  await using rig = await createOutboxRig();
  const probe = startProbe(rig);
  probe.pauses = [5, 5, undefined];
  await settled(probe, 3);
  await probe.outbox.idle();
  expect(probe.attempts).toEqual([1, 1, 1]);
  expect(await rig.rows()).toEqual([]);
  expect(rig.reports.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated', 'delivered']);
});

test('behavior: it stays known that the result of an attempt is not known', async () => {
  await using rig = await createOutboxRig();
  rig.now = new Date();
  const probe = startProbe(rig);
  probe.fails = 1;
  probe.pauses = [5, 5, undefined];
  for (let attempt = 1; attempt <= 4; attempt++) {
    await settled(probe, attempt);
    await probe.outbox.idle();
    rig.now = new Date(rig.now.getTime() + 20_000);
    await watched(() => probe.outbox.poll());
  }
  expect(probe.recorded.map(({ context }) => context.attempt)).toEqual([2, 2, 2]);
});

test('behavior: an entry that is never given up is tried again at least every minute', async () => {
  await using rig = await createOutboxRig();
  rig.now = new Date();
  const probe = startProbe(rig);
  probe.fails = 20;
  for (let attempt = 1; attempt <= 20; attempt++) {
    await settled(probe, attempt);
    await probe.outbox.idle();
    const [row] = await rig.rows();
    expect(row).toMatchObject({ state: 'waiting', attempts: attempt, errorCode: 'FAILED' });
    expect(row.dueAt - rig.now.getTime()).toBeLessThanOrEqual(75_000);
    // The time of the database is more exact.
    rig.now = new Date(row.dueAt.getTime() + 1);
    await watched(() => probe.outbox.poll());
  }
  await settled(probe, 21);
  await probe.outbox.idle();
  expect(probe.recorded).toMatchObject([{ context: { attempt: 21 } }]);
  expect(await rig.rows()).toEqual([]);
});

test('behavior: the result of a delivery whose lease was lost is not recorded', async () => {
  await using rig = await createOutboxRig();
  const probe = startProbe(rig);
  probe.onDeliver = async () => {
    const { id } = rig.organization;
    await rig.database.query(
      (sql) => sql`update outbox set lease_id = gen_random_uuid() where organization_id = ${id}`,
    );
  };
  await settled(probe, 1);
  await probe.outbox.idle();
  expect(probe.recorded).toEqual([]);
  expect(await rig.rows()).toHaveLength(1);
});

test('behavior: what a record leaves for the outbox is delivered, and is rolled back with it', async () => {
  await using rig = await createOutboxRig();
  const kind = defineKind({
    name: 'cause',
    contents: z.object({ text: z.string() }),
    isSecret: false,
    deliver: async () => {},
    async record({ outbox }) {
      await outbox.leave(rig.letter, { text: 'effect' }, { idempotencyKey: 'effect' });
      return undefined;
    },
  });
  const outbox = rig.start({ kinds: [kind, rig.letter] });
  await rig.leave(outbox, ['cause'], { kind: kind as never });
  await expect.poll(() => rig.target.received.length).toBe(1);
  await outbox.idle();
  expect(rig.target.received).toMatchObject([{ key: expect.stringContaining('effect') }]);
  expect(await rig.rows()).toEqual([]);
});

test('behavior: a failure is recorded in the transaction that ends the attempt, unless the lease was lost', async () => {
  await using rig = await createOutboxRig();
  rig.now = new Date();
  const failures: unknown[] = [];
  let losesLease = false;
  let attempts = 0;
  const kind = defineKind({
    name: 'refused',
    contents: z.object({ text: z.string() }),
    isSecret: false,
    async deliver() {
      attempts += 1;
      const { id } = rig.organization;
      if (losesLease)
        await rig.database.query(
          (sql) => sql`update outbox set lease_id = gen_random_uuid() where organization_id = ${id}`,
        );
      throw new DeliveryError('REFUSED', { status: 400 + attempts, isFinal: attempts === 2 });
    },
    async recordFailure({ sql, entryId, attempt }, { text }, { code, status, againAt }) {
      const [entry] = await sql`select attempts, error_code from outbox where id = ${entryId}`;
      failures.push([text, attempt, entry, code, status, againAt instanceof Date]);
    },
  });
  const outbox = rig.start({ kinds: [kind] });
  await rig.leave(outbox, ['a'], { kind: kind as never });
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect.poll(() => attempts, { interval: 10 }).toBe(attempt);
    await outbox.idle();
    rig.now = new Date(rig.now.getTime() + 20_000);
    await watched(() => outbox.poll());
  }
  expect(failures).toEqual([
    ['to a', 1, { attempts: 1, errorCode: null }, 'REFUSED', 401, true],
    ['to a', 2, { attempts: 2, errorCode: 'REFUSED' }, 'REFUSED', 402, false],
  ]);
  expect(await rig.rows()).toMatchObject([{ state: 'failed', attempts: 2 }]);
  losesLease = true;
  await rig.leave(outbox, ['b'], { kind: kind as never });
  await expect.poll(() => attempts, { interval: 10 }).toBe(3);
  await outbox.idle();
  expect(failures).toHaveLength(2);
});
