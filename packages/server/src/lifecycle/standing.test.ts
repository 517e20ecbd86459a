import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addOrganization, resultOf } from '../../test/organizations.ts';
import { startService } from '../../test/service.ts';

test('behavior: of two concurrent requests, the second sees the changes of the first', async () => {
  await using service = await startService();
  const { database } = service;
  const [{ organizationId, userId, ...root }] = await addOrganization(service);
  const parameters = { userId, userName: 'Ada' };
  const timestampMs = String(Date.now());
  const body = JSON.stringify({ type: 'ACTIVITY_TYPE_UPDATE_USER', timestampMs, organizationId, parameters });
  const send = () => service.send({ organizationId, userId, ...root }, 'update_user', body);
  const areWaiting = async () => {
    const [row] = await database.query(
      (sql) => sql<{ count: bigint }[]>`select count(*) from pg_locks where not granted`,
    );
    return row?.count === 2n;
  };
  const requests = await database.transaction(
    async (sql) => {
      await sql`select from organizations where id = ${organizationId} for update`;
      const sent = [send(), send()];
      while (!(await areWaiting())) await setTimeout(5);
      return { sent };
    },
    { timeoutMs: 60_000 },
  );
  const [first, second] = await Promise.all(requests.sent);
  expect(resultOf(first as never)).toEqual({ userId });
  expect(second?.json).toEqual(first?.json);
});
