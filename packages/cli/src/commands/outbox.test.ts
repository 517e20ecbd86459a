import { setTimeout } from 'node:timers/promises';
import type { DeliveryReport } from '@mintmark/server/delivery/outbox/delivery-report';
import { createServer, type Server } from '@mintmark/server/runtime/create-server';
import { openStore } from '@mintmark/server/runtime/open-store';
import type { Store } from '@mintmark/server/storage/postgres/open-store';
import { DeliveryTarget } from '@mintmark/server/test/delivery-target';
import { letterKind } from '@mintmark/server/test/letters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../test/installation.ts';
import { runMintmark } from '../../test/run-mintmark.ts';

const stack = new AsyncDisposableStack();
const reports: DeliveryReport[] = [];
let installation: Installation;
let target: DeliveryTarget;
let server: Server;
let store: Store;
let letter: ReturnType<typeof letterKind>;
beforeAll(async () => {
  installation = stack.use(await createInstallation());
  const { dataDirectory } = installation;
  target = stack.use(await DeliveryTarget.start());
  letter = letterKind(target.url);
  const onDelivery = (report: DeliveryReport) => reports.push(report);
  server = stack.use(await createServer({ dataDirectory, outboxKinds: [letter], onDelivery }));
  store = stack.use(await openStore({ database: 'embedded', dataDirectory, joins: true }));
});
afterAll(() => stack.disposeAsync());

const outbox = (...words: string[]) => runMintmark(['outbox', ...words], installation.env);
const canary = 'canary-51c9';
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Leaves an entry through the server, and returns its id. */
async function leave(idempotencyKey: string): Promise<string> {
  const organization = { id: server.organizationId, parentId: null, source: null };
  const [id, writer] = await store.database.transaction(async (sql) => {
    const writer = server.outbox.writer(sql, organization);
    await writer.leave(letter, { text: canary }, { idempotencyKey });
    const [row] = await sql<[{ id: string }]>`select id from outbox where idempotency_key = ${idempotencyKey}`;
    return [row.id, writer] as const;
  });
  server.outbox.wake(writer);
  return id;
}

describe('mintmark outbox', () => {
  test('default: lists failed entries without their contents, and retries them while the service runs', async () => {
    target.answer = (response) => response.writeHead(410).end();
    const ids = [await leave('one'), await leave('two')];
    await expect.poll(() => reports.filter(({ outcome }) => outcome === 'failed')).toHaveLength(2);
    const line = (id: string | undefined) =>
      `${id}  ${server.organizationId}  letter  TIME  failed  1 attempts  REFUSED: The target refused it (HTTP 410)\n`;
    for (const words of [[], ['--state', 'failed', '--organization', server.organizationId.toUpperCase()]]) {
      const { code, stdout, stderr } = await outbox('list', ...words);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.replaceAll(time, 'TIME')).toBe(ids.toSorted().map(line).join(''));
      expect(stdout).not.toContain(canary);
    }
    for (const words of [
      ['--state', 'waiting'],
      ['--organization', ids[0] as string],
    ])
      expect(await outbox('list', ...words)).toMatchObject({ code: 0, stdout: '', stderr: '' });

    target.answer = (response) => response.end();
    target.received.length = 0;
    expect(await outbox('retry', '--id', ids[1] as string)).toEqual({
      code: 0,
      stdout: '1 entry will be retried\n',
      stderr: '',
    });
    // The service polls for what another process made due.
    await expect.poll(() => target.keys).toEqual(['two']);
    expect(await outbox('retry', '--id', 'all')).toMatchObject({ code: 0, stdout: '1 entry will be retried\n' });
    await expect.poll(() => target.keys).toEqual(['two', 'one']);
    await expect.poll(async () => (await outbox('list')).stdout).toBe('');
    const none = await outbox('retry', '--id', 'all', '--organization', server.organizationId);
    expect(none).toMatchObject({ code: 0, stdout: '0 entries will be retried\n' });
  });

  test('behavior: an entry that waits can be made due, one in flight is left alone, others are not touched', async () => {
    target.answer = (response) => response.writeHead(503).end();
    reports.length = 0;
    target.received.length = 0;
    const id = await leave('later');
    await expect.poll(() => reports).toHaveLength(1);
    const listed = await outbox('list');
    expect(listed.stdout.replaceAll(time, 'TIME')).toBe(
      `${id}  ${server.organizationId}  letter  TIME  waiting until TIME  1 attempts  REFUSED: The target refused it (HTTP 503)\n`,
    );
    const held = Promise.withResolvers<void>();
    target.answer = async (response) => {
      await held.promise;
      response.end();
    };
    expect(await outbox('retry', '--id', id.toUpperCase())).toMatchObject({ code: 0 });
    await expect.poll(() => target.keys).toEqual(['later', 'later']);
    expect((await outbox('list')).stdout).toContain('  in flight until ');
    expect(await outbox('retry', '--id', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: `mintmark: there is no entry ${id}, or it is being delivered now\n`,
    });
    held.resolve();
  });

  test('error: an entry whose contents were erased', async () => {
    target.answer = (response) => response.writeHead(410).end();
    reports.length = 0;
    const id = await leave('erased');
    await expect.poll(() => reports.some((report) => report.id === id)).toBe(true);
    await store.database.query(
      (sql) => sql`update outbox set contents = null where organization_id = ${server.organizationId} and id = ${id}`,
    );
    expect(await outbox('retry', '--id', id)).toEqual({
      code: 1,
      stdout: '',
      stderr: `mintmark: the entry ${id} cannot be retried: its contents were erased when it failed\n`,
    });
    expect(await outbox('retry', '--id', 'all')).toMatchObject({ code: 0, stdout: '0 entries will be retried\n' });
    expect((await outbox('list', '--state', 'failed')).stdout).toContain('REFUSED: The target refused it (HTTP 410)');
    await store.database.query((sql) => sql`delete from outbox where id = ${id}`);
  });

  test.concurrent.each([
    [['list', '--state', 'delivered'], '--state must be waiting or failed'],
    [['list', '--organization', 'acme'], '--organization must be an id'],
    [['retry'], '--id all for all failed entries'],
    [['retry', '--id', 'one'], '--id must be an id'],
    [['retry', '--id', crypto.randomUUID(), '--organization', crypto.randomUUID()], 'only for --id all'],
  ])('error: %s', async (words, message) => {
    const { code, stdout, stderr } = await outbox(...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  // The last test: it closes the server.
  test('behavior: the server finishes the deliveries in flight before it closes the database', async () => {
    target.answer = async (response) => {
      await setTimeout(500);
      response.end();
    };
    const id = await leave('last');
    await expect.poll(() => target.keys).toContain('last');
    await store.close();
    await server.close();
    expect(reports.find((report) => report.id === id)).toMatchObject({ outcome: 'delivered' });
    // The embedded PostgreSQL is stopped: the command starts it for itself.
    const { code, stdout } = await outbox('list');
    expect([code, stdout.includes(id)]).toEqual([0, false]);
  });
});
