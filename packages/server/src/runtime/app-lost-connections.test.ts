import { setTimeout } from 'node:timers/promises';
import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { ControlledServer } from '../../test/controlled-server.ts';
import { type Actor, type Service, startService } from '../../test/service.ts';
import { addSubOrganization } from '../../test/sub-organizations.ts';
import { openDatabase } from '../storage/store/database.ts';
import { createApp } from './app.ts';
import { fetchOf } from './http/in-process.ts';

/** With one connection, look-ups wait for the work that uses it; with more, look-ups have their own. */
const connections = 1;
const timeoutMs = 6_000;
/** Shorter than the time limit of the test, so that a failure says what was waited for. */

/** Locks the table of activities until the returned function is called. */
async function lockActivities({ database }: Service) {
  const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = database.transaction(async (sql) => {
    await sql`lock table activities in access exclusive mode`;
    locked.resolve();
    await ended.promise;
  });
  await Promise.race([locked.promise, lock]);
  return async () => {
    ended.resolve();
    await lock;
  };
}

async function countLockWaits({ database }: Service): Promise<number> {
  const waits = await database.query(
    (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waits.length;
}

test('behavior: connections break while requests wait, and the service recovers without a restart', async () => {
  await using service = await startService();
  const actors: Actor[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) actors.push(await addSubOrganization(service, name));
  await using server = await ControlledServer.start(service.address);
  const database = openDatabase({ address: server.url, ephemeral: true, connections, timeoutMs });
  const fetch = fetchOf(createApp({ database, services: service.services }));
  const ready = async () => (await fetch('http://local/ready', { method: 'GET' })).status;
  const list = async (actor: Actor) => {
    const body = JSON.stringify({ organizationId: actor.organizationId });
    const { name, value } = await actor.stamper.stamp(body);
    const url = `http://local${registry.list_activities.path}`;
    return (await fetch(url, { method: 'POST', headers: { [name]: value }, body })).status;
  };
  expect(await Promise.all(actors.map(list))).toEqual([200, 200, 200, 200]);

  const unlock = await lockActivities(service);
  const first = actors.map(list);
  await expect.poll(() => countLockWaits(service)).toBe(connections);
  // The look-up of this request waits in the pool for the connection that the first requests use.
  const second = list(actors[0] as Actor);
  await expect.poll(() => database.connections.waiting).toBeGreaterThan(0);
  // The look-up times out before the attempt to replace that connection does.
  await setTimeout(timeoutMs * 0.4);
  server.admission = 'when told';
  while (server.open > 0) server.break(0);
  expect(await second).toBe(503);
  while (server.pending.length > 0) server.admit(0);
  server.admission = 'immediately';
  await unlock();
  await Promise.all(first);

  await expect.poll(() => database.connections).toMatchObject({ busy: 0, waiting: 0 });
  await expect.poll(ready).toBe(200);
  // For a moment, requests are refused because the look-up before took so long.
  await expect.poll(() => Promise.all(actors.map(list))).toEqual([200, 200, 200, 200]);
  await database.close();
});
