import { join } from 'node:path';
import { copyPrepared } from '@mintmark/testing/prepared-directory';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test } from 'vitest';
import { letterKind } from '../../test/letters.ts';
import { openTestStore } from '../../test/test-store.ts';
import type { DeliveryReport } from '../delivery/outbox/delivery-report.ts';
import { createServer, createServerOn, type Server } from './create-server.ts';
import { openStore } from './open-store.ts';

test('behavior: a server delivers, and finishes the deliveries in flight before it closes the database', async () => {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const letter = letterKind('', {
    async deliver() {
      begun.resolve();
      await held.promise;
    },
  });
  const reports: DeliveryReport[] = [];
  const errors: unknown[] = [];
  const store = await openTestStore();
  await using server = await createServerOn(store, {
    database: 'ephemeral',
    outboxKinds: [letter],
    onDelivery: (report) => reports.push(report),
    onOutboxError: (error) => errors.push(error),
  });
  const writer = await store.database.transaction(async (sql) => {
    const writer = server.outbox.writer(sql, { id: server.organizationId, parentId: null, source: null });
    await writer.leave(letter, { text: 'hello' });
    return writer;
  });
  server.outbox.wake(writer);
  await begun.promise;
  const closed = server.close();
  held.resolve();
  await closed;
  // Without the database it could not have deleted the entry.
  expect([reports.map(({ outcome }) => outcome), errors]).toEqual([['delivered'], []]);
});

test('behavior: a server that starts PostgreSQL delivers immediately what killed processes held, and another one does not', async () => {
  await using directory = await temporaryDirectory();
  const dataDirectory = directory.path;
  await copyPrepared(join(dataDirectory, 'postgres'));
  const delivered: unknown[] = [];
  const letter = letterKind('', {
    async deliver(contents) {
      delivered.push(contents);
    },
  });
  const options = { database: 'embedded', dataDirectory, outboxKinds: [letter] };
  const deliverDue = async (server: Server) => {
    await server.outbox.poll();
    await server.outbox.idle();
  };
  await using store = await openStore(options);
  await using shared = await createServerOn({ ...store, isOwn: false, close: async () => {} }, options);
  await store.database.transaction(async (sql) => {
    await shared.outbox
      .writer(sql, { id: shared.organizationId, parentId: null, source: null })
      .leave(letter, { text: 'hello' });
    await sql`update outbox set lease_id = gen_random_uuid(), due_at = now() + interval '1 minute'`;
  });
  await deliverDue(shared);
  expect(delivered).toEqual([]);
  await shared.close();
  await store.close();

  await using restarted = await createServer(options);
  await deliverDue(restarted);
  expect(delivered).toMatchObject([{ text: 'hello' }]);
});
