import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { type Reply, startService } from '../../../test/service.ts';
import { createApp } from '../../runtime/app.ts';
import type { App } from '../../runtime/http/exchange.ts';
import { fetchOf } from '../../runtime/http/in-process.ts';

test('behavior: of two concurrent requests, the second sees the changes of the first', async () => {
  await using service = await startService();
  const { database } = service;
  const [{ organizationId, userId, ...root }] = await addOrganization(service);
  const parameters = { userId, userName: 'Ada' };
  const timestampMs = String(Date.now());
  const body = JSON.stringify({ type: 'ACTIVITY_TYPE_UPDATE_USER', timestampMs, organizationId, parameters });
  const { name, value } = await root.stamper.stamp(body);
  // Two processes: one process would commit both requests in one transaction.
  const apps = [service.app, createApp({ database, services: service.services })];
  const send = async (app: App) => {
    const url = 'http://local/public/v1/submit/update_user';
    const response = await fetchOf(app)(url, { method: 'POST', headers: { [name]: value }, body });
    return (await response.json()) as Reply['json'];
  };
  const areWaiting = async () => {
    const [row] = await database.query(
      (sql) => sql<{ count: bigint }[]>`select count(*) from pg_locks where not granted`,
    );
    return row?.count === 2n;
  };
  const requests = await database.transaction(
    async (sql) => {
      await sql`select from organizations where id = ${organizationId} for update`;
      const sent = apps.map(send);
      while (!(await areWaiting())) await setTimeout(5);
      return { sent };
    },
    { timeoutMs: 60_000 },
  );
  const [first, second] = await Promise.all(requests.sent);
  expect(first?.activity.result).toEqual({ updateUserResult: { userId } });
  expect(second).toEqual(first);
});
