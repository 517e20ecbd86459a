import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { letterKind } from '../../../test/letters.ts';
import { createOutboxRig } from '../../../test/outbox-rig.ts';
import { defineKind } from '../../core/handlers/define-kind.ts';
import { createLog } from '../../runtime/process/log.ts';
import type { DroppedEntries } from './outbox.ts';
import { outboxTable } from './outbox-table.ts';

/** What must never be seen: in the clear, in hex or in base64. */
const canary = 'canary-7f3a9c51';
const forms = (text: string) => [
  text,
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').slice(0, -4),
];

describe('secrets', () => {
  test('behavior: sealed contents are in no column, error, report or log line, whatever fails', async () => {
    await using rig = await createOutboxRig();
    const lines: string[] = [];
    const log = createLog({ on: () => {}, write: (line: string) => lines.push(line) } as never);
    const failing = letterKind(rig.target.url, {
      name: 'failing',
      isSecret: true,
      deliver: async ({ text }) => {
        throw Object.assign(new Error(`cannot send ${text}`, { cause: new TypeError(text) }), {
          code: text,
          name: text,
        });
      },
    });
    const outbox = rig.start({
      kinds: [rig.letter, rig.secretLetter, failing],
      onDelivery: (report) => log.event('error', 'gave up', { ...report }),
      onError: (cause) => log.event('error', 'failed', { cause }),
    });
    rig.target.answer = (response, { body }) => response.writeHead(500, { 'X-Echo': body }).end(body);
    const contents = { text: canary };
    await rig.leave(outbox, ['refused'], { kind: rig.secretLetter, contents });
    await rig.leave(outbox, ['thrown'], { kind: failing, contents });
    await expect.poll(() => lines).toHaveLength(2);
    expect(rig.target.received).toEqual([{ key: 'refused', body: canary }]);
    const dump = await rig.database.query((sql) => sql<{ row: string }[]>`select outbox::text as row from outbox`);
    expect(dump).toHaveLength(2);
    for (const form of forms(canary)) expect(JSON.stringify(dump) + lines.join('')).not.toContain(form);
    expect(dump.map(({ row }) => row).join()).toContain('The delivery failed');
  });

  test('behavior: the contents of a kind that is not secret are plain, which shows that the search above finds them', async () => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, ['key'], { contents: { text: canary } });
    const [{ row }] = await rig.database.query((sql) => sql<[{ row: string }]>`select outbox::text as row from outbox`);
    expect(row).toContain(canary);
  });

  test('behavior: sealed contents open only in their own row', async () => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, ['one', 'two'], { kind: rig.secretLetter });
    // With the MAC of the service, so that only the seal is left to object.
    const rows = await rig.rows();
    const [one, two] = ['one', 'two'].map((key) => rows.find(({ idempotencyKey }) => idempotencyKey === key));
    const moved = { ...one, sealedContents: two.sealedContents };
    const mac = rig.services.macs.macOf(outboxTable, moved);
    await rig.database.query(
      (sql) => sql`update outbox set sealed_contents = ${two.sealedContents}, mac = ${mac} where id = ${one.id}`,
    );
    const outbox = rig.start();
    await outbox.poll();
    await outbox.idle();
    expect(rig.target.keys).toEqual(['two']);
    expect(await rig.rows()).toMatchObject([{ idempotencyKey: 'one', errorCode: 'NOT_OPENED' }]);
  });
});

describe('leave', () => {
  test.each<[string, string, RegExp]>([
    ['is empty', '', /key is not valid/],
    ['has spaces', 'a b', /key is not valid/],
    ['has a line break', 'a\n', /key is not valid/],
    ['is too long', 'x'.repeat(256), /key is not valid/],
  ])('error: a key that %s', async (_, key, message) => {
    await using rig = await createOutboxRig();
    await expect(rig.leave(rig.start(), [key])).rejects.toThrow(message);
  });

  test('error: a key whose entry is still there, in the same organization', async () => {
    await using rig = await createOutboxRig();
    await rig.leave(rig.elsewhere, ['key']);
    await rig.leave(rig.elsewhere, ['key'], { organization: await rig.addOrganization() });
    await expect(rig.leave(rig.elsewhere, ['other', 'key'])).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
    expect((await rig.rows()).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key', 'key']);
  });

  test('error: contents that do not fit, without quoting them', async () => {
    await using rig = await createOutboxRig();
    const outbox = rig.start();
    const left = rig.leave(outbox, ['key'], { contents: { text: [canary] } as never });
    const error = await left.catch((error: Error) => error);
    expect(String(error)).toBe('Error: the contents of an entry do not match the kind letter');
  });

  test('error: contents that JSON cannot represent', async () => {
    await using rig = await createOutboxRig();
    const dated = defineKind({
      name: 'dated',
      contents: z.object({ at: z.date() }),
      isSecret: false,
      deliver: async () => {},
    });
    const outbox = rig.start({ kinds: [dated] });
    const left = rig.database.transaction((sql) =>
      outbox.writer(sql, rig.organization).leave(dated, { at: new Date() }),
    );
    await expect(left).rejects.toThrow('do not match the kind dated');
  });

  test('error: a kind that no process delivers', async () => {
    await using rig = await createOutboxRig();
    const left = rig.leave(rig.start(), ['key'], { kind: letterKind(rig.target.url, { name: 'forgotten' }) });
    await expect(left).rejects.toThrow('no process delivers entries of the kind forgotten');
  });
});

describe('leaveAll', () => {
  test('behavior: what there is no room for is dropped, and reported after the commit', async () => {
    await using rig = await createOutboxRig();
    const kind = letterKind(rig.target.url);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // Nothing is delivered meanwhile.
    rig.target.answer = async (response) => {
      await released;
      response.end();
    };
    const dropped: DroppedEntries[] = [];
    const outbox = rig.start({ kinds: [kind], onDropped: (report) => dropped.push(report) });
    const leave = async (keys: readonly string[]) => {
      const writer = await rig.database.transaction(async (sql) => {
        const one = outbox.writer(sql, rig.organization);
        const entries = keys.map((idempotencyKey) => ({ contents: { text: 'Hello' }, idempotencyKey }));
        await one.leaveAll(kind, entries, { maxWaiting: 2 });
        return one;
      });
      expect([writer.isEmpty, dropped]).toEqual([false, []]);
      outbox.wake(writer);
      // Telling it twice counts once.
      outbox.wake(writer);
      return dropped.splice(0);
    };
    expect(await leave(['one', 'two'])).toEqual([]);
    const { id: organizationId } = rig.organization;
    expect(await leave(['three', 'four', 'five'])).toEqual([{ organizationId, kind: 'letter', count: 3 }]);
    expect((await rig.rows()).map(({ idempotencyKey }) => idempotencyKey).toSorted()).toEqual(['one', 'two']);
    release();
  });
});

test.each(['', 'Letter', '1st', 'a-b', 'x'.repeat(41)])('error: a kind cannot be called "%s"', (name) => {
  expect(() => letterKind('', { name })).toThrow('not a valid kind name');
});
