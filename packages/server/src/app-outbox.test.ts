import { expect, test } from 'vitest';
import { letterKind } from '../test/letters.ts';
import { createServerOn } from './create-server.ts';
import type { DeliveryReport } from './outbox/outbox.ts';
import { openStore } from './postgres/open-store.ts';

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
  const store = await openStore({ database: 'ephemeral' });
  await using server = await createServerOn(store, {
    database: 'ephemeral',
    outboxKinds: [letter],
    onDelivery: (report) => reports.push(report),
    onOutboxError: (error) => errors.push(error),
  });
  const writer = await store.database.transaction(async (sql) => {
    const writer = server.outbox.writer(sql, { id: server.organizationId, parentId: null });
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
